import type { GenerationRequest } from '../../schemas/generation-request.ts';
import type { Catalogue, Template } from '../templates/catalogue.ts';
import { type CustomTexts, resolveCustom } from '../templates/custom.ts';
import { resolveTemplate } from '../templates/resolve.ts';
import { validateData } from '../templates/validate-data.ts';

export interface AcceptanceDependencies {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
}

/** What a document is made of. */
export interface AcceptedRequest {
  readonly template: Template;
  /** The part of the caller's data that the template's schema knows. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Checks 6 to 8 of the contract, the same whether a document is made afterwards or not: the template, its required
 * lists, the data.
 * @param companyId who asks, by the key; an override of the company's own is found by it
 * @throws ServiceError template_not_found, required_array_empty or validation_error; service_unavailable when an
 *   override cannot be looked up
 */
export async function acceptRequest(
  { catalogue, customTexts }: AcceptanceDependencies,
  companyId: string,
  request: GenerationRequest,
): Promise<AcceptedRequest> {
  const template = request.custom
    ? await resolveCustom(catalogue, customTexts, companyId, request)
    : resolveTemplate(catalogue, request);
  return { template, data: validateData(template, request.data) };
}
