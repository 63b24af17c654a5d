import type { Command } from 'commander';
import type { CompanyList } from '../../../schemas/companies.ts';
import type { TrailPage } from '../../../schemas/trail.ts';
import { DocgenCommand } from './docgen-command.ts';
import { type PrintOptions, printAnswer, table } from './print.ts';
import { callAdminApi } from './server.ts';

interface TopOptions extends PrintOptions {
  readonly from?: string;
}

interface CompanyCounts {
  readonly companyId: string;
  /** Requests for a document, those that were refused included. */
  readonly requests: number;
  readonly refused: number;
}

const HOUR_MS = 3_600_000;

/** `docgen documents top`: counts the entries of the trail by company. */
export function topCommand(): Command {
  return new DocgenCommand('top')
    .description(
      'Count who asks most for documents, by the trail: the companies with requests, the busiest first.',
    )
    .option('--from <moment>', 'the first moment, like 2026-11-01T09:30:00Z (default: an hour ago)')
    .examples('docgen documents top --from 2026-11-22T18:00:00Z')
    .action(async ({ from = new Date(Date.now() - HOUR_MS).toISOString(), ...options }: TopOptions) => {
      const { companies } = await callAdminApi<CompanyList>('GET', ['companies']);
      const counts: CompanyCounts[] = [];
      for (const { companyId } of companies) counts.push(await count(companyId, from));
      const busy = counts
        .filter(({ requests }) => requests > 0)
        .sort((one, other) => other.requests - one.requests);
      printAnswer(options, { from, companies: busy }, () =>
        busy.length === 0
          ? `Nobody has asked for a document since ${from}.`
          : table(
              ['COMPANY', 'REQUESTS', 'REFUSED'],
              busy.map(({ companyId, requests, refused }) => [companyId, String(requests), String(refused)]),
            ),
      );
    });
}

/** Reads all pages of a company's entries since then. */
async function count(companyId: string, from: string): Promise<CompanyCounts> {
  let requests = 0;
  let refused = 0;
  let cursor: string | undefined;
  do {
    const path = ['companies', companyId, 'documents'];
    const page: TrailPage = await callAdminApi('GET', path, undefined, { from, limit: '1000', cursor });
    for (const { count: times = 1, outcome } of page.documents) {
      requests += times;
      if (outcome === 'refused') refused += times;
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { companyId, requests, refused };
}
