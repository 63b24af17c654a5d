import type { CompanyProfile } from '../../../schemas/company-profile.ts';
import type { CompleteOptions, DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import type { Template } from '../../templating/templates/catalogue.ts';

/**
 * Fills in the defaults. A company's profile has a default of its own for the paper; without one, a company's own text
 * keeps its paper.
 */
export function completeOptions(
  { origin }: Template,
  { fileName: _fileName, ...options }: DocumentOptions = {},
  profile: CompanyProfile = {},
): CompleteOptions {
  return {
    paper: profile.paper ?? (origin === 'global' ? 'A4' : undefined),
    ...DEFAULT_OPTIONS,
    ...(options.archive && { fillable: 'none' }),
    ...options,
    at: utc(options.at === undefined ? new Date() : new Date(options.at.toUpperCase())),
  };
}

/** `2026-11-22T18:00:00Z` */
export function utc(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, '');
}
