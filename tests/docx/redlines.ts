import type { DocumentOptions } from '../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../schemas/shared/default-options.ts';
import { fieldTableOf } from '../../src/document/field-table.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import type { DocumentModel } from '../../src/document/model.ts';
import { convertToDocx, convertToRedline } from '../../src/docx/convert.ts';
import { readParts, SharedParts } from '../../src/render/parts.ts';
import { TemplateCache } from '../../src/render/template-cache.ts';
import type { Template } from '../../src/templates/catalogue.ts';
import { accepted, type Data } from '../documents/documents.ts';
import { comparable } from '../word/comparable.ts';
import { type ReadDocument, readDocx } from '../word/read-docx.ts';
import { type Decision, resolved } from '../word/tracked.ts';
import { child, findAll } from '../word/xml.ts';

export const REVISION = { author: 'Ada Obi & Partners', at: '2026-11-22T18:00:00Z' };

const templates = new TemplateCache(new SharedParts(readParts('templates-html')));

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
