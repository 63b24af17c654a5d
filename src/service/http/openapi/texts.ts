/** The texts of the interface description as a whole, in Markdown. */

export const TITLE = 'Document generation service';

export const DESCRIPTION = `\
Post the name of a template, your data and a format; get back the finished contract or policy as a PDF or a Word file.

Every request for documents carries your company's key in \`X-Key\`. Begin with \`POST /api/v1/documents/generate\` and one of \
its examples: each of them can be sent as it stands.

- What you leave out is printed as a blank to fill in by hand, unless the template's schema requires it.
- What is wrong is answered in JSON, every fault at once, with the field and the cure.
- What is most likely not meant is a warning: \`POST /api/v1/documents/validate\` names it, and \`strict\` makes it an error.
- 429 and 503 say in \`Retry-After\` when to send the same request again.

\`GET /openapi.json\` with a key describes what that key can ask for, with the company's own versions of templates.`;

/** The groups of operations, in the order in which most readers need them. */
export const TAGS = [
  { name: 'documents', description: 'Make a document, or check its data first.' },
  {
    name: 'catalogue',
    description: 'What there is to generate, and what it needs: enough to build a form of.',
  },
  {
    name: 'texts',
    description:
      "Keep your company's own versions of templates, with a key that has the right `texts`: the routes of the administration, for your company alone.",
  },
  {
    name: 'administration',
    description:
      'Companies, their keys, profiles and own templates, and the trail of documents. For whoever operates the service: ' +
      'where it has an `ADMIN_PORT`, these routes are there and nowhere else.',
  },
  { name: 'operations', description: 'What the platform asks, and what describes the service.' },
];
