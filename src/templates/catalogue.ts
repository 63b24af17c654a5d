import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TObject } from '@sinclair/typebox';
import semver from 'semver';
import type { TemplateDefinition } from '../../schemas/template.ts';
import { compileValidator, type Validator } from '../validation/validator.ts';

const TEXTS = fileURLToPath(new URL('../../templates-html/', import.meta.url));
const SCHEMAS = fileURLToPath(new URL('../../schemas/', import.meta.url));

/** One version of a template, with all that is needed to make a document of it. */
export interface Template {
  readonly templateId: string;
  readonly version: string;
  readonly title: string;
  readonly kind: 'agreement' | 'policy';
  /** Where the text comes from: the catalogue, or a company's own override. */
  readonly origin: 'global' | 'custom';
  /** Nunjucks source. */
  readonly source: string;
  /** Of an override: names its source, in hexadecimal. */
  readonly sha256?: string;
  readonly schema: TObject;
  readonly sample: Readonly<Record<string, unknown>>;
  readonly validate: Validator<Record<string, unknown>>;
}

/** templateId → its versions, the latest first by semver precedence. */
export type Catalogue = ReadonlyMap<string, readonly Template[]>;

/**
 * Reads every template: its text `templates-html/<templateId>/<version>.njk` and its definition
 * `schemas/<templateId>/<version>.ts`.
 * @throws naming each key that has one of the two and lacks the other
 */
export async function loadCatalogue(): Promise<Catalogue> {
  const [texts, schemas] = await Promise.all([keys(TEXTS, '.njk'), keys(SCHEMAS, '.ts')]);
  const unpaired = [
    ...[...texts.difference(schemas)].map((key) => `templates-html/${key}.njk has no schemas/${key}.ts`),
    ...[...schemas.difference(texts)].map((key) => `schemas/${key}.ts has no templates-html/${key}.njk`),
  ];
  if (unpaired.length > 0)
    throw new Error(`Every template needs a text and a schema:\n  ${unpaired.join('\n  ')}`);
  const templates = await Promise.all([...texts].map(loadTemplate));
  templates.sort((one, other) => semver.rcompare(one.version, other.version));
  return Map.groupBy(
    templates.toSorted((one, other) => one.templateId.localeCompare(other.templateId)),
    (template) => template.templateId,
  );
}

/** The keys `<templateId>/<version>` of the files in a folder; what is shared lies in folders without versions. */
async function keys(folder: string, extension: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of glob(`*/*${extension}`, { cwd: folder })) {
    const key = file.slice(0, -extension.length).split(path.sep).join('/');
    if (semver.valid(path.posix.basename(key)) !== null) found.add(key);
  }
  return found;
}

async function loadTemplate(key: string): Promise<Template> {
  const [templateId = '', version = ''] = key.split('/');
  const [source, module] = await Promise.all([
    readFile(path.join(TEXTS, `${key}.njk`), 'utf8'),
    import(pathToFileURL(path.join(SCHEMAS, `${key}.ts`)).href) as Promise<{ default: TemplateDefinition }>,
  ]);
  const { title, kind, data: schema, sample } = module.default;
  const validate = compileValidator<Record<string, unknown>>(schema);
  return { templateId, version, title, kind, origin: 'global', source, schema, sample, validate };
}
