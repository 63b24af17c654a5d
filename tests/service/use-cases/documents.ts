import type { DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import type { Letterhead } from '../../../src/formats/document/letterhead.ts';
import type { PrintableDocument } from '../../../src/formats/pdf/printer.ts';
import { startRenderer, type Wishes } from '../../../src/render/renderer.ts';
import { readCatalogue, type Template } from '../../../src/templating/templates/catalogue.ts';
import { unfinishedData } from '../../../src/templating/templates/validate-data.ts';
import { completed } from '../../formats/document/complete.ts';

/** Every version of every template. */
export const TEMPLATES: readonly Template[] = [...(await readCatalogue()).values()].flat();

/** The name of a template in test titles. */
export function named(template: Template): string {
  return `${template.templateId} ${template.version}`;
}

export type Data = Readonly<Record<string, unknown>>;

export type HtmlDocument = Pick<PrintableDocument, 'html' | 'facts'>;

/** Plain HTML with its facts, as the printer takes it. */
export function withFacts(html: string): HtmlDocument {
  return { html, facts: completed(html).facts };
}

/** Makes documents as the service does, with one render process; `printing.ts` has one that prints too. */
export interface Workshop {
  html(template: Template, data: Data, options?: DocumentOptions): Promise<string>;
  /** The HTML with the facts that the completion of a PDF needs. */
  document(
    template: Template,
    data: Data,
    options?: DocumentOptions,
    letterhead?: Letterhead,
  ): Promise<HtmlDocument>;
  /** The document of a preview, also of data that are not finished. */
  preview(template: Template, data: Data): Promise<HtmlDocument>;
  docx(template: Template, data: Data, options?: DocumentOptions): Promise<Uint8Array>;
  blanks(template: Template, data: Data): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const POOL = {
  size: 1,
  waitTimeoutMs: 60_000,
  workTimeoutMs: 30_000,
  onFault: () => undefined,
};

export async function openWorkshop({ workTimeoutMs = POOL.workTimeoutMs } = {}): Promise<Workshop> {
  const renderer = await startRenderer({ ...POOL, workTimeoutMs });
  const never = new AbortController();
  const document: Workshop['document'] = async (template, data, options, letterhead) => {
    const wishes = { ...wishesFor(template, options), letterhead };
    const { body, facts } = await renderer.renderHtml(template, accepted(template, data), never, wishes);
    return { html: body, facts };
  };
  return {
    html: async (template, data, options) => (await document(template, data, options)).html,
    document,
    preview: async (template, data) => {
      const wishes = { ...wishesFor(template, { draft: true }), linksFields: true };
      const { body, facts } = await renderer.renderHtml(
        template,
        unfinishedData(template, data),
        never,
        wishes,
      );
      return { html: body, facts };
    },
    docx: async (template, data, options) =>
      (await renderer.renderDocx(template, accepted(template, data), never, wishesFor(template, options)))
        .body,
    blanks: (template, data) => renderer.findBlanks(template, accepted(template, data), never),
    close: () => renderer.close(),
  };
}

/** Without form fields, unless the options ask for them. */
function wishesFor({ schema }: Template, options?: DocumentOptions): Wishes {
  return { options: { ...DEFAULT_OPTIONS, fillable: 'none', ...options }, fields: fieldTableOf(schema) };
}

/** The data after validation: only fields of the schema. */
export function accepted(template: Template, data: Data): Data {
  const verdict = template.validate(data);
  if (!verdict.valid) throw new Error(`the schema of ${named(template)} refuses ${JSON.stringify(verdict)}`);
  return verdict.value;
}
