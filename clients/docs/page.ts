import { errorTable } from './errors.ts';
import { fieldTable } from './fields.ts';
import { type Html, html } from './html.ts';
import { limitTable } from './limits.ts';
import { inline, markdown } from './markdown.ts';
import { type OpenApi, operationsOf, type Resolve, resolveIn, type Schema } from './open-api.ts';
import { operationSection } from './operation.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
  /** The entries below it in the table of contents. */
  readonly entries?: readonly { readonly id: string; readonly title: string }[];
}

/** The tags of the routes that take a company's key. */
const CALLERS: ReadonlySet<string> = new Set(['documents', 'catalogue', 'texts']);

/** The page for developers of callers: first what most of them need, last what only operators need. */
export function renderPage(description: OpenApi): string {
  const resolve = resolveIn(description);
  const { title, version } = description.info;
  const [lead, ...rules] = description.info.description.split('\n\n');
  const sections = [
    operations(description, resolve, 'documents', 'Documents'),
    section('rules', 'Rules', markdown(rules.join('\n\n'))),
    operations(description, resolve, 'catalogue', 'Catalogue'),
    templates(description, resolve),
    operations(description, resolve, 'texts', "A company's own texts"),
    errors(description),
    section('limits', 'Limits', limitTable()),
    section(
      'changelog',
      'Changelog',
      markdown('What is new in this version: [changelog](/docs/changelog.txt).'),
    ),
    operations(description, resolve, 'administration', 'Administration'),
    operations(description, resolve, 'operations', 'Operations'),
  ].filter((one) => one !== undefined);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/logo.svg">
<link rel="stylesheet" href="/docs/look.css">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#documents">Skip to the interface</a>
<header>
<img src="/docs/logo.svg" alt="" width="36" height="36">
<h1>${title} <span class="version">${version}</span></h1>
<a href="/openapi.json">openapi.json</a>
</header>
<nav aria-label="Contents"><details open><summary>Contents</summary>
<ul>${sections.map(contents)}</ul>
</details></nav>
<main>
${lead && html`<p class="lead">${inline(lead)}</p>`}
${credential('companyKey', "Your company's key", 'dgs_live_…')}
${sections.map(({ id, title, content }) => html`<section id="${id}"><h2>${title}</h2>\n${content}</section>\n`)}
</main>
</body>
</html>
`.text;
}

/** An input for the key or token that the forms below send with every request. */
function credential(id: string, name: string, placeholder: string): Html {
  return html`<label class="credential"><span>${name}. It is kept in this page only, until you close it.</span>
<input id="${id}" type="password" autocomplete="off" spellcheck="false" placeholder="${placeholder}"></label>
`;
}

function section(id: string, title: string, content: Html, entries?: Section['entries']): Section {
  return { id, title, content, ...(entries && { entries }) };
}

function contents({ id, title, entries = [] }: Section): Html {
  const below = entries.map((entry) => html`<li><a href="#${entry.id}">${entry.title}</a></li>`);
  return html`<li><a href="#${id}">${title}</a>${below.length > 0 && html`<ul>${below}</ul>`}</li>\n`;
}

function operations(description: OpenApi, resolve: Resolve, tag: string, title: string): Section | undefined {
  const described = operationsOf(description, tag);
  if (described.length === 0) return undefined;
  const text = description.tags.find(({ name }) => name === tag)?.description ?? '';
  const token = credential('adminToken', 'The administration token', '');
  const content = html`${markdown(text)}${tag === 'administration' && token}${described.map((one) =>
    operationSection(one, resolve, one.operation.operationId === 'generateDocument'),
  )}`;
  const entries = described.map(({ operation }) => ({ id: operation.operationId, title: operation.summary }));
  return section(tag, title, content, entries);
}

/** The fields of every version of every template. */
function templates({ components }: OpenApi, resolve: Resolve): Section {
  const data = Object.entries(components.schemas ?? {}).filter(([name]) => name.endsWith('Data'));
  const content = data.map(([name, value]) => {
    const schema = value as Schema;
    return html`<details id="${name}"><summary>${schema.title}</summary>
${markdown(schema.description ?? '')}${fieldTable(schema, resolve)}</details>
`;
  });
  const lead = 'The fields of `data` for each version of each template.';
  return section('templates', 'Fields of the templates', html`${markdown(lead)}${content}`);
}

function errors(description: OpenApi): Section {
  const lead = `An error response is JSON. Programs use its status and the header \`X-Error-Code\`; \`message\` is for people, and names the field and the \
cure. Every response has an \`X-Request-Id\`, which is also in its log line. Errors of the administration are listed with its \
routes.`;
  const content = html`${markdown(lead)}${errorTable(description, (tag) => CALLERS.has(tag))}`;
  return section('errors', 'Errors', content);
}
