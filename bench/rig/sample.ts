import type { DocumentFormat } from '../../schemas/formats.ts';
import type { PrintableDocument } from '../../src/formats/pdf/printer.ts';
import { startRenderer } from '../../src/render/renderer.ts';
import { readCatalogue, type Template } from '../../src/templating/templates/catalogue.ts';

/** A template with its sample data. */
export interface Sample {
  readonly template: Template;
  /** The body of the request that generates it. */
  body(format: DocumentFormat): string;
  /** The finished document, as the service prints it. */
  document(): Promise<SampleDocument>;
}

export type SampleDocument = Pick<PrintableDocument, 'html' | 'facts'>;

/** @param key such as `non-disclosure-agreement/1.0.0` @param data in place of the template's own sample */
export async function loadSample(key: string, data?: Readonly<Record<string, unknown>>): Promise<Sample> {
  const [templateId = '', version] = key.split('/');
  const template = (await readCatalogue()).get(templateId)?.find((one) => one.version === version);
  if (template === undefined) throw new Error(`there is no template ${key}`);
  const filled = data ?? template.sample;
  return {
    template,
    body: (format) => JSON.stringify({ templateId, version, format, data: filled }),
    document: () => renderOnce(template, filled),
  };
}

async function renderOnce(
  template: Template,
  data: Readonly<Record<string, unknown>>,
): Promise<SampleDocument> {
  const onFault = (fault: unknown) => console.error(fault);
  const renderer = await startRenderer({
    size: 1,
    waitTimeoutMs: 1_000,
    workTimeoutMs: 10_000,
    onFault,
  });
  try {
    const { body, facts } = await renderer.renderHtml(template, data, new AbortController());
    return { html: body, facts };
  } finally {
    await renderer.close();
  }
}
