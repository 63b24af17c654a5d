/** Requests that compile and requests that do not. `tsc` fails if an expected error is missing. Nothing here runs. */

import {
  createDocumentClient,
  DocumentServiceError,
  type GenerationRequest,
} from 'document-generation-client';

const client = createDocumentClient({ baseUrl: 'http://127.0.0.1:3000', key: '' });
const { POST, GET } = client;

const right: GenerationRequest[] = [
  {
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ isCompany: true, rcName: 'Acme Limited' }], governingLaw: 'Nigeria' },
    options: { paper: 'A4', draft: true },
  },
  { templateId: 'senior-backend-developer-agreement', version: '1.0.0', format: 'docx', data: {} },
  { templateId: 'esg-policy', version: '3.1.0', custom: true, format: 'docx', data: {} },
  {
    templateId: 'supplier-agreement',
    version: null,
    strict: null,
    format: 'pdf',
    data: { parties: [{ rcName: null }], price: null, governingLaw: null, items: null },
    options: { paper: null },
  },
];

export const wrong: GenerationRequest[] = [
  // @ts-expect-error an unknown template
  { templateId: 'nda', format: 'pdf', data: {} },
  // @ts-expect-error an unknown format
  { templateId: 'esg-policy', format: 'odt', data: {} },
  // @ts-expect-error null for what is required
  { templateId: 'non-disclosure-agreement', format: 'pdf', data: { parties: null } },
  // @ts-expect-error null in a list
  { templateId: 'senior-backend-developer-agreement', format: 'pdf', data: { duties: [null] } },
  // @ts-expect-error a required field is missing
  { templateId: 'non-disclosure-agreement', format: 'pdf', data: {} },
  // @ts-expect-error a field that the template does not have
  { templateId: 'non-disclosure-agreement', format: 'pdf', data: { parties: [], grossSalary: 1 } },
  // @ts-expect-error a misspelt field of a party
  { templateId: 'non-disclosure-agreement', format: 'pdf', data: { parties: [{ rcNme: 'Acme' }] } },
  // @ts-expect-error a country that is not in the list
  { templateId: 'non-disclosure-agreement', format: 'pdf', data: { parties: [], governingLaw: 'Mars' } },
  // @ts-expect-error a wrong type
  { templateId: 'supplier-agreement', format: 'pdf', data: { parties: [], price: '5' } },
  // @ts-expect-error an unknown option
  { templateId: 'esg-policy', format: 'pdf', data: {}, options: { papier: 'A4' } },
];

for (const body of right) {
  const { data, error } = await POST('/api/v1/documents/validate', { body });
  const blanks: string[] | undefined = data?.blanks;
  // @ts-expect-error a field that the response does not have
  data?.blank;
  if (error !== undefined && 'details' in error) error.details.missing_fields satisfies string[];
  console.log(blanks);
}

const { data } = await GET('/api/v1/templates/{templateId}', {
  params: { path: { templateId: 'esg-policy' } },
});
data?.latestVersion satisfies string | undefined;

// @ts-expect-error an unknown path
await GET('/api/v1/template');

const made = await client.generate({ templateId: 'esg-policy', format: 'pdf', data: {} });
new Blob([made.bytes]);
made.blanks satisfies number;
made.digest satisfies string | undefined;
const misspelt = { parties: [{ rcNme: 'A' }] };
// @ts-expect-error a misspelt field
await client.validate({ templateId: 'non-disclosure-agreement', format: 'pdf', data: misspelt });
const parties = [{ fullName: 'Ada' }];
await client.preview({ templateId: 'non-disclosure-agreement', data: { parties } });
await client.compare({
  templateId: 'non-disclosure-agreement',
  from: { data: { parties } },
  to: { data: {} },
});
// @ts-expect-error a comparison needs both documents
await client.compare({ templateId: 'non-disclosure-agreement', from: { data: {} } });
(await client.documents({ templateId: 'esg-policy', limit: 5 })).nextCursor satisfies string | null;
(await client.document(made.documentId)).documents[0]?.sha256 satisfies string | null | undefined;
// @ts-expect-error a parameter that does not exist
client.documents({ companyId: 'acme' });
(await client.read(made.bytes, { templateId: 'esg-policy' })).verdict satisfies string;

try {
  await client.generate({ templateId: 'esg-policy', format: 'pdf', data: {} });
} catch (error) {
  if (error instanceof DocumentServiceError && error.code === 'rate_limited')
    error.retryAfter satisfies number | undefined;
  // @ts-expect-error no code of the service
  if (error instanceof DocumentServiceError && error.code === 'too_slow') throw error;
}
