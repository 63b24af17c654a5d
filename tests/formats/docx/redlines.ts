import fc from 'fast-check';
import type { DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { makeDocument } from '../../../src/formats/document/make-document.ts';
import type { DocumentModel } from '../../../src/formats/document/model.ts';
import { convertToDocx, convertToRedline } from '../../../src/formats/docx/convert.ts';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { TemplateCache } from '../../../src/render/template-cache.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { accepted, type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { plainText, randomData } from '../../service/use-cases/random-data.ts';
import { comparable } from '../word/comparable.ts';
import { type ReadDocument, readDocx } from '../word/read-docx.ts';
import { type Decision, resolved } from '../word/tracked.ts';
import { child, findAll } from '../word/xml.ts';

export const REVISION = { author: 'Ada Obi & Partners', at: '2026-11-22T18:00:00Z' };

const templates = new TemplateCache(new SharedParts(readParts('templates-html')));

/** Pairs of versions of one text, each with itself too. */
export const PAIRS = TEMPLATES.flatMap((from) =>
  TEMPLATES.filter(({ templateId }) => templateId === from.templateId).map((to) => ({ from, to })),
);

export const minimal = ({ schema, sample }: Template): Data => minimalData(schema, sample) as Data;

/** Makes a document in this process, a new one each time: laying it out changes it. */
export type Make = () => DocumentModel;

export function making(template: Template, data: Data, options: DocumentOptions = {}): Make {
  const { templateId, version, source, title, schema } = template;
  return () => {
    const loaded = templates.load({ name: `${templateId}/${version}.njk`, source }, 'global');
    return makeDocument(loaded.template, accepted(template, data), {
      ...{ title, origin: 'global', format: 'docx', fields: fieldTableOf(schema) },
      options: { ...DEFAULT_OPTIONS, at: REVISION.at, ...options },
    });
  };
}

export function redline(from: Make, to: Make): Uint8Array {
  return convertToRedline(from(), to(), REVISION);
}

export interface Redline {
  readonly name: string;
  readonly from: Make;
  readonly to: Make;
}

/**
 * Redlines of all pairs of versions in turn: the sample with the least data, then the other way round, then random data of
 * a seed.
 */
export function redlinesOf(count: number, options: DocumentOptions = {}): Redline[] {
  return Array.from({ length: count }, (_, index) => {
    const { from, to } = PAIRS[index % PAIRS.length] as (typeof PAIRS)[number];
    const round = Math.floor(index / PAIRS.length);
    const data = (template: Template, side: number) => {
      if (round < 2) return (round + side) % 2 === 0 ? template.sample : minimal(template);
      const valid = randomData(template.schema, plainText).filter((one) => template.validate(one).valid);
      return fc.sample(valid, { seed: 2 * index + side, numRuns: 1 })[0] as Data;
    };
    const name = `${index}: ${named(from)} to ${to.version}`;
    return { name, from: making(from, data(from, 0), options), to: making(to, data(to, 1), options) };
  });
}

/** The file after all of its tracked changes are accepted or rejected. */
export function after(bytes: Uint8Array, decision: Decision): ReadDocument {
  const document = readDocx(bytes);
  const parts = new Map(
    Array.from(document.parts, ([name, part]) => [
      name,
      /^word\/(?:document|header\d|footer\d)\.xml$/.test(name) ? resolved(part, decision) : part,
    ]),
  );
  const body = child(parts.get('word/document.xml'), 'w:body');
  if (body === undefined) throw new Error('the file has no body');
  return { ...document, parts, body, paragraphs: findAll(body, 'w:p') };
}

function shown(document: ReadDocument): string {
  return comparable(document).join('\n');
}

/** What the file is after each decision, and what it has to be: all that the Word files of the two show. */
export function outcomes(bytes: Uint8Array, from: Make, to: Make) {
  return {
    actual: { accepted: shown(after(bytes, 'accept')), rejected: shown(after(bytes, 'reject')) },
    expected: {
      accepted: shown(readDocx(convertToDocx(to()))),
      rejected: shown(readDocx(convertToDocx(from()))),
    },
  };
}
