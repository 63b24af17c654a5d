import { fileURLToPath } from 'node:url';
import type { DocumentFormat } from '../../schemas/formats.ts';
import type { OwnParts } from '../../schemas/overrides.ts';
import type { FieldTable } from '../formats/document/field-table.ts';
import type { DocumentRequest } from '../formats/document/model.ts';
import type {
  ClaimedIdentity,
  Differences,
  DocumentAsMade,
  Reading,
  TextToCompare,
} from '../received/returned/read.ts';
import { UnreadableFile } from '../received/returned/unreadable.ts';
import type { SealCompletion, SealedFile } from '../received/seal/complete.ts';
import type { PreparedSeal, SealRequest } from '../received/seal/prepare.ts';
import { TemplateError } from '../templating/language/template-error.ts';
import type { Caller, OwnText } from '../workers/pool/job.ts';
import { Pool, type PoolOptions } from '../workers/pool/pool.ts';
import type {
  Check,
  EarlierDocument,
  Job,
  JobResult,
  OwnTextCheck,
  OwnTextJob,
  ReadJob,
  RedlineJob,
  RenderJob,
  RenderResult,
  TemplateText,
} from './job.ts';
import { packFields } from './packed-fields.ts';
import { readParts } from './parts.ts';
import { type RenderProcess, startRenderProcess } from './render-process.ts';
import type { Sealed } from './seal-job.ts';

export type { OwnTextCheck } from './job.ts';
export { readParts } from './parts.ts';

const TEMPLATES_DIRECTORY = fileURLToPath(new URL('../../templates-html/', import.meta.url));

export type RendererOptions = Pick<
  PoolOptions<RenderProcess>,
  'size' | 'waitTimeoutMs' | 'workTimeoutMs' | 'onFault' | 'onWorn' | 'restAfterMs'
>;

/** What the renderer needs to know about a template. */
export interface RenderableTemplate extends OwnText {
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

/**
 * Makes documents from templates in child processes: text, data and options in; HTML, Word files or checks out; and
 * seals files. Each method throws TemplateError or what the pool throws. Only values that survive a structured clone cross to the child,
 * where hostile text runs. Knows no request, no database and no printing.
 */
export interface Renderer {
  /** The shared parts of this release, by name. */
  readonly parts: ReadonlyMap<string, string>;
  renderHtml(
    template: RenderableTemplate,
    data: Data,
    caller: Caller,
    wishes?: Wishes,
  ): Promise<RenderResult<string>>;
  renderDocx(
    template: RenderableTemplate,
    data: Data,
    caller: Caller,
    wishes?: Wishes,
  ): Promise<RenderResult<Uint8Array>>;
  /** Makes a Word file with the changes from an earlier document, tracked. The wishes are those of both. */
  renderRedline(
    from: Pick<EarlierDocument, 'data' | 'author'> &
      Pick<Wishes, 'fields'> & { readonly template: RenderableTemplate },
    template: RenderableTemplate,
    data: Data,
    caller: Caller,
    wishes: Wishes,
  ): Promise<RenderResult<Uint8Array>>;
  /** Fills in the template. @returns the fields that would be printed as blanks, in document order */
  findBlanks(template: RenderableTemplate, data: Data, caller: Caller): Promise<readonly string[]>;
  /** Tries a company's own text with all of the cases, in both formats. */
  checkOwnText(
    template: RenderableTemplate,
    subject: Pick<OwnTextJob, 'schema' | 'cases'>,
    caller: Caller,
  ): Promise<OwnTextCheck>;
  /** Checks a text of the catalogue. Returns all faults; does not throw the first. */
  check(
    template: RenderableTemplate,
    subject: Pick<OwnTextJob, 'schema' | 'cases'>,
    caller: Caller,
  ): Promise<Check>;
  /** What a file that came back says of itself. @throws UnreadableFile too */
  identifyFile(format: DocumentFormat, bytes: Uint8Array, caller: Caller): Promise<ClaimedIdentity>;
  /** Compares such a file with the text that it was made of. @throws UnreadableFile too */
  readFile(
    format: DocumentFormat,
    bytes: Uint8Array,
    template: RenderableTemplate,
    text: Omit<TextToCompare, 'title' | 'origin'>,
    caller: Caller,
  ): Promise<Reading>;
  /** The document as made with what was changed in such a Word file, as tracked changes. @throws UnreadableFile too */
  redlineFile(
    bytes: Uint8Array,
    template: RenderableTemplate,
    made: Omit<DocumentAsMade, 'title' | 'origin'>,
    caller: Caller,
  ): Promise<Uint8Array>;
  /** What such a redline has as tracked changes, beside the changes of the file's reading. @throws UnreadableFile too */
  differencesOf(
    changes: Reading['changes'],
    ...redline: Parameters<Renderer['redlineFile']>
  ): Promise<Differences>;
  /** Seals files that come from anywhere (src/received/seal). A process that one of them ends counts against its company. */
  prepareSeal(request: SealRequest, caller: Caller): Promise<Sealed<PreparedSeal>>;
  completeSeal(request: SealCompletion, caller: Caller): Promise<Sealed<SealedFile>>;
  /** Why no process can be had; undefined while there is one. */
  readonly problem: unknown;
  close(): Promise<void>;
}

/** Limits after which a process is replaced. A single document may use all of its heap (render-command.ts). */
const WORN = { maxUses: 10_000, maxAgeMs: 3_600_000, maxOwnBytes: 512 * 1_024 * 1_024 };

/** Most documents end within this time, which is cheaper than the 300 ms of a new process. */
const ABANDON_GRACE_MS = 50;

/** Starts the render processes. @returns when they are warm */
export async function startRenderer(options: RendererOptions): Promise<Renderer> {
  const parts = readParts(TEMPLATES_DIRECTORY);
  const pool = new Pool<RenderProcess>({
    ...options,
    ...WORN,
    workerName: 'render process',
    sizeSetting: 'RENDER_PROCESSES',
    workTimeoutSetting: 'RENDER_TIMEOUT_MS',
    abandonGraceMs: ABANDON_GRACE_MS,
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
  const run = <Body extends RenderResult['body']>(
    template: RenderableTemplate,
    data: Data,
    format: RenderJob['format'],
    caller: Caller,
    { fields, ...wishes }: Wishes & Pick<RenderJob, 'changesFrom'> = {},
  ): Promise<RenderResult<Body>> => {
    const { title, origin, owner, sha256 } = template;
    const text = { template: sourceOf(template), origin, title };
    const job: RenderJob = { ...text, data, format, ...wishes, ...packed(fields) };
    return use(job, caller, { owner, sha256 }) as Promise<RenderResult<Body>>;
  };
  return {
    parts,
    get problem() {
      return pool.problem;
    },
    renderHtml: (template, data, caller, wishes) => run(template, data, 'html', caller, wishes),
    renderDocx: (template, data, caller, wishes) => run(template, data, 'docx', caller, wishes),
    renderRedline: (
      { template: { title, ...earlier }, data: before, fields, author },
      template,
      data,
      caller,
      wishes,
    ) =>
      // As a company's own text it holds all processes but one: long data take several times the time of a document.
      run({ ...template, owner: caller.company }, data, 'docx', caller, {
        ...wishes,
        changesFrom: { template: sourceOf(earlier), title, data: before, author, ...packed(fields) },
      }),
    findBlanks: (template, data, caller) => {
      const { title, origin, owner, sha256 } = template;
      const job = { kind: 'blanks' as const, template: sourceOf(template), title, origin, data };
      return use(job, caller, { owner, sha256 });
    },
    checkOwnText: (template, subject, caller) => use(reviewJob(template, subject), caller, template),
    check: (template, subject, caller) =>
      use({ ...reviewJob(template, subject), kind: 'check' as const }, caller),
    identifyFile: (fileFormat, bytes, caller) =>
      use({ kind: 'identify' as const, fileFormat, bytes }, caller, { owner: caller.company }),
    readFile: (fileFormat, bytes, template, text, caller) => {
      const { title, origin } = template;
      const job: ReadJob = {
        ...{ kind: 'read', fileFormat, bytes, title, origin, ...text },
        template: sourceOf(template),
      };
      return use(job, caller, { owner: caller.company });
    },
    redlineFile: (bytes, template, made, caller) => {
      const job = { ...redlineJob(bytes, template, made), kind: 'redline' as const };
      return use(job, caller, { owner: caller.company });
    },
    differencesOf: (changes, bytes, template, made, caller) => {
      const job = { ...redlineJob(bytes, template, made), kind: 'differences' as const, changes };
      return use(job, caller, { owner: caller.company });
    },
    prepareSeal: (request, caller) =>
      use({ ...request, kind: 'prepare seal' as const }, caller, { owner: caller.company }),
    completeSeal: (request, caller) =>
      use({ ...request, kind: 'complete seal' as const }, caller, { owner: caller.company }),
    close: () => pool.close(),
  };
}

function packed(fields: FieldTable | undefined): Pick<RenderJob, 'fields'> {
  return fields === undefined ? {} : { fields: packFields(fields) };
}

function reviewJob(
  template: RenderableTemplate,
  { schema, cases }: Pick<OwnTextJob, 'schema' | 'cases'>,
): OwnTextJob {
  return { template: sourceOf(template), title: template.title, schema, cases };
}

function sourceOf({
  templateId,
  version,
  source,
  parts,
}: Pick<RenderableTemplate, 'templateId' | 'version' | 'source' | 'parts'>): TemplateText {
  return { name: `${templateId}/${version}.njk`, source, parts };
}

function redlineJob(
  bytes: Uint8Array,
  template: RenderableTemplate,
  made: Parameters<Renderer['redlineFile']>[2],
): Omit<RedlineJob, 'kind'> {
  const { title, origin } = template;
  return { ...made, bytes, title, origin, template: sourceOf(template) };
}
