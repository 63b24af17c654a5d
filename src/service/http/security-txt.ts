import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

interface SecurityTxtOptions {
  /** Where to report a vulnerability: an address beginning with `mailto:` or `https://`. */
  readonly contact: string;
}

/** The contact is what the operator has set for the running service, and holds from day to day. */
const VALID_DAYS = 30;

/** `/.well-known/security.txt` (RFC 9116), which needs no key. */
export const securityTxtRoutes: FastifyPluginAsyncTypebox<SecurityTxtOptions> = async (app, { contact }) => {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
    return `Contact: ${contact}\nExpires: ${expiry(Date.now())}\n`;
  });
};

/** @param now in milliseconds, as of Date.now() */
function expiry(now: number): string {
  const [day = ''] = new Date(now + VALID_DAYS * 86_400_000).toISOString().split('T');
  return `${day}T00:00:00Z`;
}
