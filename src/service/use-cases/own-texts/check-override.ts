import type { NewOverride, OverrideWarning } from '../../../../schemas/overrides.ts';
import { ServiceError, type TextFaultPlace } from '../../../errors.ts';
import type { Printer } from '../../../formats/pdf/printer.ts';
import type { OwnTextCheck, Renderer } from '../../../render/renderer.ts';
import type { UndeclaredField } from '../../../templating/language/lint/lint.ts';
import type { Template } from '../../../templating/templates/catalogue.ts';
import type { Caller } from '../../../workers/pool/job.ts';
import { Turns } from '../turns.ts';
import { TextFault, tryPrint, tryText } from './try-text.ts';

type OverrideVerdict = Pick<NewOverride, 'warnings' | 'parts'>;

export interface TextReview extends Pick<OverrideVerdict, 'warnings'> {
  readonly faults: readonly TextFaultPlace[];
}

export interface OverrideCheckDependencies {
  readonly renderer: Pick<Renderer, 'checkOwnText'>;
  readonly printer: Pick<Printer, 'printPdf'>;
}

/**
 * Tries companies' texts: a text with the schema and sample to try it with in; warnings and the parts that it needs, or
 * the reason for a refusal, out. One check before publishing runs at a time; the other workers are for documents. Stores nothing.
 */
export class OverrideCheck {
  readonly #dependencies: OverrideCheckDependencies;
  readonly #turns = new Turns();

  constructor(dependencies: OverrideCheckDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Tries a text before it is published: as `tryText`, and prints its documents.
   * @param template the company's text, with the schema and sample to check it with
   * @throws ServiceError unprocessable with line, column and cure, service_unavailable, or the signal's reason
   */
  async check(template: Template, signal: AbortSignal): Promise<OverrideVerdict> {
    try {
      const { undeclaredFields, needs } = await this.#inTurn(template, signal, async (caller) => {
        const { renderer, printer } = this.#dependencies;
        const made = await tryText(renderer, template, caller);
        for (const document of made.documents) await tryPrint(printer, document, template, caller);
        return made;
      });
      return { warnings: undeclaredFields.map(warningOf), parts: pick(template.parts?.sources, needs) };
    } catch (error) {
      throw error instanceof TextFault ? refusal(error) : error;
    }
  }

  /**
   * All that `check` would find before it prints, for whoever is still writing the text. It waits for no turn: it is as short
   * as a document, and people of several companies may write at a time.
   * @throws TextFault, ServiceError service_unavailable, or the signal's reason
   */
  async review(template: Template, writer: Caller): Promise<readonly OverrideWarning[]> {
    const { undeclaredFields } = await tryText(this.#dependencies.renderer, template, writer);
    return undeclaredFields.map(warningOf);
  }

  /** Tries a text that is published: `tryText` in its turn. */
  async retry(template: Template, signal: AbortSignal): Promise<OwnTextCheck> {
    return this.#inTurn(template, signal, (caller) => tryText(this.#dependencies.renderer, template, caller));
  }

  async #inTurn<Result>(
    template: Template,
    signal: AbortSignal,
    work: (caller: Caller) => Promise<Result>,
  ): Promise<Result> {
    return this.#turns.take(() => work({ signal, company: template.owner }));
  }
}

function warningOf({ field, suggestion, line, column }: UndeclaredField): OverrideWarning {
  const cure = suggestion || '; correct the name';
  const message = `there is no field ${field} in the data, so that it is always absent here${cure}`;
  return { line, column, message };
}

export function pick(
  parts: ReadonlyMap<string, string> = new Map(),
  names: readonly string[],
): ReadonlyMap<string, string> {
  const wanted = new Set(names);
  return new Map(parts.entries().filter(([name]) => wanted.has(name)));
}

export function refusal({ message, cause, place, faults }: TextFault): ServiceError {
  return new ServiceError('unprocessable', `The template cannot be published: ${message}`, {
    ...{ cause, place, faults },
  });
}
