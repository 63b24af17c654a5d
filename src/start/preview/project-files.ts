import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '../../errors.ts';
import { PART_FOLDERS } from '../../lib/part-folders.ts';
import type { FilesRevision, SourceFault } from '../../lib/source-fault.ts';
import type { LocalFiles } from '../../service/http/local/local-files.ts';
import { type Case, casesOf } from '../../templating/templates/cases.ts';
import { catalogueOf, type Template } from '../../templating/templates/catalogue.ts';
import { readTemplate } from '../../templating/templates/read-template.ts';
import { findTemplateKeys } from '../../templating/templates/template-keys.ts';
import { unreadableParts } from '../../templating/templates/unreadable-parts.ts';
import type { Checked } from './check-template.ts';
import { type DataFiles, readDataFiles } from './data-files.ts';

export interface ProjectFilesOptions {
  /** The folder of templates-html/ and schemas/. */
  readonly root: string;
  /** `<templateId>/<version>` of the only template that is shown; undefined for all. */
  readonly only: string | undefined;
  /** Absolute path of data to show it with. */
  readonly dataFile: string | undefined;
  /** Checks a text with data. */
  readonly check: (template: Template, cases: readonly Case[]) => Promise<Checked>;
  /** Called after each check, with the keys of what was checked. */
  readonly onRevision: (revision: FilesRevision, keys: readonly string[]) => void;
}

interface Read {
  /** The last one that could be used. */
  readonly template: Template | undefined;
  readonly dataFiles: DataFiles;
  /** Of the definition and of the data. */
  readonly faults: readonly SourceFault[];
  /** What the last check of the text has found. */
  readonly checked: Checked;
}

const NO_DATA: DataFiles = { asked: [], beside: [], faults: [] };
const NOTHING: Checked = { faults: [], warnings: [] };

/**
 * The templates of the project's files, read again when their files change. While a definition cannot be used, its last one
 * stays.
 */
export class ProjectFiles implements LocalFiles {
  /** templateId → its versions, the highest first; changes in place. */
  readonly catalogue = new Map<string, readonly Template[]>();
  readonly #options: ProjectFilesOptions;
  readonly #read = new Map<string, Read>();
  readonly #subscribers = new Set<(revision: FilesRevision) => void>();
  /** Distinguishes the revisions of this run from those of another. */
  readonly #run = Date.now();
  #count = 0;
  /** Faults that are of no template. */
  #common: readonly SourceFault[] = [];
  #reading: Promise<void> = Promise.resolve();
  /** Of the modules of schemas/. */
  #schemas = 0;
  #revision: FilesRevision = { revision: `${this.#run}-0`, texts: {}, faults: [], warnings: [] };

  constructor(options: ProjectFilesOptions) {
    this.#options = options;
  }

  /**
   * Reads the templates that changed files belong to, and tells of them: pages need not wait for the check, which takes ten
   * times as long.
   * @param files their paths from the root; undefined for all
   * @returns the keys of the templates, for `check`
   */
  async read(files: ReadonlySet<string> | undefined): Promise<readonly string[]> {
    const { root, only } = this.#options;
    if (files?.values().some((file) => file.startsWith('schemas/')) ?? true) this.#schemas += 1;
    const found = await findTemplateKeys(root);
    const keys = found.keys.filter((key) => only === undefined || key === only);
    for (const gone of new Set(this.#read.keys()).difference(new Set(keys)))
      if (gone !== only) this.#read.delete(gone);
    const changed = keys.filter((key) => !this.#read.has(key) || isConcerned(key, files));
    this.#reading = this.#readAll(changed);
    await this.#reading;
    this.#common = [
      ...found.faults.filter(({ file }) => isShown(file, only)),
      ...(await unreadableParts(root)),
    ];
    this.#tell();
    return changed;
  }

  /** Checks the texts that were read, with all their data, and tells of it. */
  async check(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#check(key);
    this.#tell();
    this.#options.onRevision(this.#revision, keys);
  }

  async casesOf(template: Template): Promise<readonly Case[]> {
    const { templateId, version } = template;
    const { asked, beside } = this.#read.get(`${templateId}/${version}`)?.dataFiles ?? NO_DATA;
    return [...asked, ...casesOf(template), ...beside];
  }

  async save(template: Template, source: string, known: string | undefined): Promise<string> {
    const { templateId, version } = template;
    const key = `${templateId}/${version}`;
    const file = path.join(this.#options.root, pathOfText(key));
    // What is being read now may be older than what is written then.
    await this.#reading;
    const current = await readFile(file, 'utf8').catch(() => '');
    if (known !== undefined && known !== '*' && known !== hash('sha256', current))
      throw new ServiceError(
        'conflict',
        `${pathOfText(key)} has been changed since it was opened; take that text, or save without If-Match to replace it`,
      );
    await writeFile(file, source);
    const read = this.#read.get(key);
    if (read?.template !== undefined) {
      this.#read.set(key, { ...read, template: { ...read.template, source } });
      this.#arrange();
    }
    return hash('sha256', source);
  }

  subscribe(tell: (revision: FilesRevision) => void): () => void {
    this.#subscribers.add(tell);
    tell(this.#revision);
    return () => this.#subscribers.delete(tell);
  }

  async #readAll(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#read.set(key, await this.#readOne(key));
    this.#arrange();
  }

  async #readOne(key: string): Promise<Read> {
    const { root, dataFile } = this.#options;
    const { template, faults } = await readTemplate(root, key, { check: true, revision: this.#schemas });
    const { template: last, checked = NOTHING } = this.#read.get(key) ?? {};
    if (template === undefined) {
      // Its text is the one on the disk also while its schema cannot be used.
      const source = await readFile(path.join(root, pathOfText(key)), 'utf8').catch(() => last?.source ?? '');
      return { template: last && { ...last, source }, dataFiles: NO_DATA, faults, checked: NOTHING };
    }
    const dataFiles = await readDataFiles(root, template, dataFile);
    return { template, dataFiles, faults: [...faults, ...dataFiles.faults], checked };
  }

  async #check(key: string): Promise<void> {
    const read = this.#read.get(key);
    if (read?.template === undefined) return;
    const checked = await this.#options.check(read.template, await this.casesOf(read.template));
    // A text may have been saved meanwhile.
    this.#read.set(key, { ...(this.#read.get(key) ?? read), checked });
  }

  #tell(): void {
    this.#count += 1;
    this.#revision = this.#describe();
    for (const tell of this.#subscribers) tell(this.#revision);
  }

  #arrange(): void {
    const templates = [...this.#read.values()].flatMap(({ template }) => template ?? []);
    this.catalogue.clear();
    for (const [templateId, versions] of catalogueOf(templates)) this.catalogue.set(templateId, versions);
  }

  #describe(): FilesRevision {
    const read = [...this.#read];
    const texts = read.flatMap(([key, { template }]) =>
      template === undefined ? [] : [[key, hash('sha256', template.source)] as const],
    );
    return {
      revision: `${this.#run}-${this.#count}`,
      texts: Object.fromEntries(texts),
      faults: told([
        ...read.flatMap(([, { faults, checked }]) => [...checked.faults, ...faults]),
        ...this.#common,
      ]),
      warnings: told(read.flatMap(([, { checked }]) => checked.warnings)),
    };
  }
}

/** Whether a template is made of one of these files; the shared ones are of all. */
function isConcerned(key: string, files: ReadonlySet<string> | undefined): boolean {
  const [templateId] = key.split('/');
  const isOwn = (file: string) => {
    const [folder = '', owner = ''] = file.split(path.sep);
    if (folder !== 'schemas' && folder !== 'templates-html') return true;
    return owner === templateId || SHARED.has(owner) || owner.endsWith('.ts');
  };
  return files?.values().some(isOwn) ?? true;
}

const SHARED = new Set(['shared', ...PART_FOLDERS]);

/** Of the faults of all folders, those of the template that is shown. */
function isShown(file: string, only: string | undefined): boolean {
  return only === undefined || file.split('/')[1] === only.split('/')[0];
}

function pathOfText(key: string): string {
  return `templates-html/${key}.njk`;
}

/** Each once: the same fault of a shared part shows with every template. */
function told(faults: readonly SourceFault[]): SourceFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
