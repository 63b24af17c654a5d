import type { DocumentFormat } from '../../schemas/formats.ts';
import type { OwnParts } from '../../schemas/overrides.ts';
import type { FieldTable } from '../formats/document/field-table.ts';
import type { DocumentRequest } from '../formats/document/model.ts';
import type { DocumentAsMade, TextToCompare } from '../received/returned/read.ts';
import { UnreadableFile } from '../received/returned/unreadable.ts';
import type { SealCompletion } from '../received/seal/complete.ts';
import type { SealRequest } from '../received/seal/prepare.ts';
import { TemplateError } from '../templating/language/template-error.ts';
import type { Caller, OwnText } from '../workers/pool/job.ts';
import { Pool, type PoolOptions } from '../workers/pool/pool.ts';
import type { EarlierDocument, Job, JobResult, OwnTextJob, RenderJob, RenderResult } from './job.ts';
import { packFields } from './packed-fields.ts';
import { readParts } from './parts.ts';
import { TEMPLATES_DIRECTORY } from './render-command.ts';
import { type RenderProcess, startRenderProcess } from './render-process.ts';

export type { OwnTextCheck } from './job.ts';
export { readParts } from './parts.ts';

export type RendererOptions = Pick<
  PoolOptions<RenderProcess>,
  'size' | 'waitTimeoutMs' | 'workTimeoutMs' | 'onFault' | 'onWorn' | 'restAfterMs'
>;

interface RenderableTemplate extends OwnText {
  readonly templateId: string;
  readonly version: string;
  readonly title: string;
  readonly source: string;
  readonly origin: 'global' | 'custom';
  /** Of a company's own text. */
  readonly parts?: OwnParts;
}

/** What a request and the company's profile decide about a document. Left out, it is the default. */
export type Wishes = Pick<
  DocumentRequest,
  | 'options'
  | 'letterhead'
  | 'fields'
  | 'identity'
  | 'denied'
  | 'contentsPages'
  | 'linksFields'
  | 'linksOrigins'
  | 'isNew'
>;

type Data = Readonly<Record<string, unknown>>;

/** Limits after which a process is replaced. A single document may use all of its heap (render-command.ts). */
const WORN = { maxUses: 10_000, maxAgeMs: 3_600_000, maxOwnBytes: 512 * 1_024 * 1_024 };

/** An own text, or one of the catalogue, with the data to try it with. */
type Subject = Pick<OwnTextJob, 'schema' | 'cases'>;

/** The exact document of a returned file. */
type Made = Omit<DocumentAsMade, 'title' | 'origin'>;

/** Starts the render processes. @returns when they are warm */
export async function startRenderer(options: RendererOptions) {
  const parts = readParts(TEMPLATES_DIRECTORY);
  const pool = new Pool<RenderProcess>({
    ...options,
    ...WORN,
    workerName: 'render process',
    sizeSetting: 'RENDER_PROCESSES',
    workTimeoutSetting: 'RENDER_TIMEOUT_MS',
    create: () => startRenderProcess({ templatesDirectory: TEMPLATES_DIRECTORY }),
    destroy: async (process) => {
      process.kill();
      await process.exited;
    },
    ended: (process) => process.exited,
    vitalsOf: (process) => process.vitals(),
  });
  await pool.start();

  const use = async <Of extends Job>(job: Of, caller: Caller, text?: OwnText): Promise<JobResult<Of>> => {
    const result = await pool.use(caller, (process) => process.run(job), text);
    if (result instanceof TemplateError || result instanceof UnreadableFile) throw result;
    return result as JobResult<Of>;
  };
  /** A process that a file ends counts against its company. */
  const useFile = <Of extends Job>(job: Of, caller: Caller) => use(job, caller, { owner: caller.company });

  const run = <Body extends RenderResult['body']>(
    template: RenderableTemplate,
    data: Data,
    format: RenderJob['format'],
    caller: Caller,
    { fields, ...wishes }: Wishes & Pick<RenderJob, 'changesFrom'> = {},
  ): Promise<RenderResult<Body>> => {
    const { owner, sha256 } = template;
    const job: RenderJob = {
      ...{ kind: 'render', ...textOf(template), data, format, ...wishes, ...packed(fields) },
    };
    return use(job, caller, { owner, sha256 }) as Promise<RenderResult<Body>>;
  };

  return {
    /** The shared parts of this release, by name. */
    parts: parts as ReadonlyMap<string, string>,
    /** Why no process can be had; undefined while there is one. */
    get problem(): unknown {
      return pool.problem;
    },
    renderHtml: (template: RenderableTemplate, data: Data, caller: Caller, wishes?: Wishes) =>
      run<string>(template, data, 'html', caller, wishes),
    renderDocx: (template: RenderableTemplate, data: Data, caller: Caller, wishes?: Wishes) =>
      run<Uint8Array>(template, data, 'docx', caller, wishes),
    /** Makes a Word file with the changes from an earlier document, tracked. The wishes are those of both. */
    renderRedline: (
      from: Pick<EarlierDocument, 'data' | 'author'> &
        Pick<Wishes, 'fields'> & { readonly template: RenderableTemplate },
      template: RenderableTemplate,
      data: Data,
      caller: Caller,
      wishes: Wishes,
    ) => {
      const { fields, author } = from;
      const { origin: _, ...earlier } = textOf(from.template);
      // As a company's own text it holds all processes but one: long data take several times the time of a document.
      return run<Uint8Array>({ ...template, owner: caller.company }, data, 'docx', caller, {
        ...wishes,
        changesFrom: { ...earlier, data: from.data, author, ...packed(fields) },
      });
    },
    /** Fills in the template. @returns the fields that would be printed as blanks, in document order */
    findBlanks: (template: RenderableTemplate, data: Data, caller: Caller) => {
      const { owner, sha256 } = template;
      return use({ kind: 'blanks' as const, ...textOf(template), data }, caller, { owner, sha256 });
    },
    /** Tries a company's own text with all of the cases, in both formats. */
    checkOwnText: (template: RenderableTemplate, subject: Subject, caller: Caller) =>
      use({ kind: 'try' as const, ...textOf(template), ...subject }, caller, template),
    /** Checks a text of the catalogue. Returns all faults; does not throw the first. */
    check: (template: RenderableTemplate, subject: Subject, caller: Caller) =>
      use({ kind: 'check' as const, ...textOf(template), ...subject }, caller),
    /** What a file that came back says of itself. @throws UnreadableFile too */
    identifyFile: (fileFormat: DocumentFormat, bytes: Uint8Array, caller: Caller) =>
      useFile({ kind: 'identify' as const, fileFormat, bytes }, caller),
    /** Compares such a file with the text that it was made of. @throws UnreadableFile too */
    readFile: (
      fileFormat: DocumentFormat,
      bytes: Uint8Array,
      template: RenderableTemplate,
      text: Omit<TextToCompare, 'title' | 'origin'>,
      caller: Caller,
    ) => useFile({ kind: 'read' as const, fileFormat, bytes, ...textOf(template), ...text }, caller),
    /** The document as made with what was changed in such a Word file, as tracked changes. @throws UnreadableFile too */
    redlineFile: (bytes: Uint8Array, template: RenderableTemplate, made: Made, caller: Caller) =>
      useFile({ kind: 'redline' as const, ...made, bytes, ...textOf(template) }, caller),
    /** What such a redline has as tracked changes. @throws UnreadableFile too */
    differencesOf: (bytes: Uint8Array, template: RenderableTemplate, made: Made, caller: Caller) =>
      useFile({ kind: 'differences' as const, ...made, bytes, ...textOf(template) }, caller),
    /** Seals files that come from anywhere (src/received/seal). */
    prepareSeal: (request: SealRequest, caller: Caller) =>
      useFile({ ...request, kind: 'prepare seal' as const }, caller),
    completeSeal: (request: SealCompletion, caller: Caller) =>
      useFile({ ...request, kind: 'complete seal' as const }, caller),
    close: () => pool.close(),
  };
}

/**
 * Makes documents from templates in child processes: text, data and options in; HTML, Word files or checks out; and
 * seals files. Each method throws TemplateError or what the pool throws. Only values that survive a structured clone cross to
 * the child, where hostile text runs. Knows no request, no database and no printing.
 */
export type Renderer = Awaited<ReturnType<typeof startRenderer>>;

function packed(fields: FieldTable | undefined): Pick<RenderJob, 'fields'> {
  return fields === undefined ? {} : { fields: packFields(fields) };
}

/** What of a template every job on it has. */
function textOf({
  templateId,
  version,
  source,
  parts,
  title,
  origin,
}: RenderableTemplate): Pick<RenderJob, 'template' | 'title' | 'origin'> {
  return { template: { name: `${templateId}/${version}.njk`, source, parts }, title, origin };
}
