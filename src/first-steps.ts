import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';

/** The first steps on an empty database, up to a first document, as commands to paste. */
export function firstSteps(url: string, adminToken: Config['ADMIN_TOKEN']): string {
  const restart =
    adminToken === undefined
      ? `
  The administration routes are off, for no ADMIN_TOKEN is set. Stop the service and start it with one:

    export ADMIN_TOKEN=${randomBytes(24).toString('hex')}
    npm start

  and in another terminal, with the same ADMIN_TOKEN:
`
      : '\n  With the ADMIN_TOKEN of this service in your environment:\n';
  return `
No company has a key yet. From here to a first document:
${restart}
    curl -X POST ${url}/admin/v1/companies \\
      -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' \\
      -d '{"companyId":"acme","name":"Acme Limited"}'

    curl -X POST ${url}/admin/v1/companies/acme/keys -H "Authorization: Bearer $ADMIN_TOKEN"

  The answer holds the key, this once. With it:

    curl ${url}/api/v1/documents/generate \\
      -H 'X-Key: <the key>' -H 'Content-Type: application/json' \\
      -d '{"templateId":"senior-backend-developer-agreement","format":"pdf","data":{"firstName":"Ada"}}' \\
      -o agreement.pdf

`;
}
