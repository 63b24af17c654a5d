import { factsOf } from '../../src/document/facts.ts';
import { numberItems } from '../../src/document/numbered-items.ts';
import { fieldTableOf } from '../../src/documents/fields.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { startPrinter } from '../../src/pdf/printer.ts';
import { type Look, type RenderedHtml, startRenderer } from '../../src/render/renderer.ts';
import { readCatalogue, type Template } from '../../src/templates/catalogue.ts';

/** Every version of every template. */
export const TEMPLATES: readonly Template[] = [...(await readCatalogue()).values()].flat();

/** The name of a template in test titles. */
export function named(template: Template): string {
  return `${template.templateId} ${template.version}`;
}

export type Data = Readonly<Record<string, unknown>>;

export type HtmlDocument = Pick<RenderedHtml, 'html' | 'facts'>;

/** Plain HTML with its facts, as the printer takes it. */
export function withFacts(html: string): HtmlDocument {
  const document = parseHtml(html);
  return { html, facts: factsOf(document, numberItems(document), new Map()) };
}

/** Makes documents as the service does, with one render process and, if requested, one printing page. */
export interface Workshop {
  html(template: Template, data: Data, look?: Look): Promise<string>;
  /** The HTML with the facts that the completion of a PDF needs. */
  document(template: Template, data: Data, look?: Look): Promise<HtmlDocument>;
  docx(template: Template, data: Data, look?: Look): Promise<Uint8Array>;
  blanks(template: Template, data: Data): Promise<readonly string[]>;
  /** @param document for plain HTML, the facts are those of a document without form fields */
  pdf(document: HtmlDocument | string, options?: { readonly archive?: boolean }): Promise<Uint8Array>;
  close(): Promise<void>;
}

const POOL = {
  size: 1,
  waitTimeoutMs: 60_000,
  workTimeoutMs: 30_000,
  onFault: () => undefined,
};

export async function openWorkshop({
  printing,
  workTimeoutMs = POOL.workTimeoutMs,
}: {
  printing: boolean;
  workTimeoutMs?: number;
}): Promise<Workshop> {
  const pool = { ...POOL, workTimeoutMs };
  const [renderer, printer] = await Promise.all([
    startRenderer(pool),
    printing ? startPrinter({ ...pool, ...CHROMIUM }) : undefined,
  ]);
  const never = new AbortController();
  const document: Workshop['document'] = (template, data, look) =>
    renderer.renderHtml(template, accepted(template, data), never, look);
  return {
    html: async (template, data, look) => (await document(template, data, look)).html,
    document,
    docx: async (template, data, look) =>
      (await renderer.renderDocx(template, accepted(template, data), never, look)).bytes,
    blanks: (template, data) => renderer.findBlanks(template, accepted(template, data), never),
    pdf: async (source, options) => {
      if (printer === undefined) throw new Error('open the workshop with { printing: true }');
      const { html, facts } = typeof source === 'string' ? withFacts(source) : source;
      return (await printer.printPdf({ html, facts, isTrusted: true, ...options }, never)).bytes;
    },
    close: async () => {
      await Promise.all([renderer.close(), printer?.close()]);
    },
  };
}

const CHROMIUM = {
  chromiumPath: process.env.CHROMIUM_PATH,
  sandboxRequired: false,
  onUnjailed: () => undefined,
  onInaccessible: (error: unknown) => {
    throw error;
  },
};

/** The option to make form fields of the blanks, which is the default of the service. */
export function fillable(template: Template): Look {
  return { form: { fields: fieldTableOf(template.schema), given: false } };
}

/** The data after validation: only fields of the schema. */
export function accepted(template: Template, data: Data): Data {
  const verdict = template.validate(data);
  if (!verdict.valid) throw new Error(`the schema of ${named(template)} refuses ${JSON.stringify(verdict)}`);
  return verdict.value;
}
