/** The commands of README.md, "A first document". */

const START = `
    (umask 077; head -c 32 /dev/urandom | base64 > admin-token)
    ADMIN_TOKEN=$(cat admin-token) npm start`;

const ADMINISTRATION = `
    export ADMIN_TOKEN=$(cat admin-token)
    npm run -s docgen -- companies create acme 'Acme Limited'
    npm run -s docgen -- keys issue acme`;

const DOCUMENT = `
    export DOCGEN_KEY=dgs_live_…
    npm run -s docgen -- templates sample non-disclosure-agreement > nda.json
    npm run -s docgen -- generate non-disclosure-agreement --data nda.json --strict --out nda.pdf`;

/** Where docgen finds the service without DOCGEN_URL. */
const DEFAULT_URL = 'http://127.0.0.1:3000';

interface Addresses {
  readonly url: string;
  /** Address of the administration routes; undefined if they are off. */
  readonly adminUrl: string | undefined;
}

/** How to get from an empty database to a first document, for a person at a terminal. */
export function firstSteps({ url, adminUrl }: Addresses): string {
  const ready = `The service is ready at ${url}. No company has a key yet; from here to a first document`;
  if (adminUrl === undefined)
    return `
${ready}, it needs an ADMIN_TOKEN. Stop it, and start it with one:
${START}

It then prints the next steps.

`;
  return `
${ready}, in another terminal, in the same folder:
${addressOf(adminUrl, DEFAULT_URL)}${ADMINISTRATION}

If you have not written the ADMIN_TOKEN of this service to the file admin-token, set it yourself. The last command shows the
key, this once. Put it in place of dgs_live_…:
${addressOf(url, adminUrl)}${DOCUMENT}

`;
}

function addressOf(url: string, known: string): string {
  return url === known ? '' : `\n    export DOCGEN_URL=${url}`;
}
