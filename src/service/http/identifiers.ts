import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Characters of identifiers and versions. PostgreSQL refuses some others (NUL) with an error. */
const IDENTIFIER = /^[\w.+-]+$/;

/** A hook for routes whose parameters name what is stored. */
export async function requireIdentifiers({ params }: FastifyRequest): Promise<void> {
  const values = Object.values(params as Record<string, string>);
  if (values.every((value) => IDENTIFIER.test(value))) return;
  throw new ServiceError('not_found', 'There is nothing of that name; the lists have the identifiers');
}
