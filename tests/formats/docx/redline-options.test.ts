import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { DocumentOptions } from '../../../schemas/options.ts';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { type Make, making, minimal, redline } from './redlines.ts';

const template = TEMPLATES.find((one) => named(one) === 'non-disclosure-agreement 1.0.0');
if (template === undefined) throw new Error('there is no such template');
const data: Data = { ...template.sample, ...minimal(template) };

/** Each option with what it does to a Word file; undefined: the converter does nothing about it. */
const OPTIONS: Readonly<Record<keyof DocumentOptions, DocumentOptions | undefined>> = {
  paper: { paper: 'Letter' },
  letterhead: undefined,
  employer: undefined,
  fillable: { fillable: 'all' },
  signatures: { signatures: 'docusign' },
  draft: { draft: true },
  toc: { toc: true },
  wordMode: { wordMode: 'tracked' },
  archive: undefined,
  at: { at: '2027-01-01T00:00:00Z' },
  embedData: { embedData: true },
  fileName: undefined,
};

function partsOf(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
}

const plain = partsOf(convertToDocx(making(template, data)()));

/** What is around the text: of that, redline.test.ts says that it becomes either document's. */
function around({ 'word/document.xml': body = '', ...parts }: Record<string, string>) {
  const [section] = /<w:sectPr>.*<\/w:sectPr>/.exec(body) ?? [];
  const ofText = /^word\/(?:glossary\/document|numbering)\.xml$/;
  return { section, ...Object.fromEntries(Object.entries(parts).filter(([name]) => !ofText.test(name))) };
}

test.each(Object.entries(OPTIONS).filter(([, options]) => options !== undefined))(
  'a comparison of a document with itself has what %s gives the document',
  (_, options) => {
    // A document without an identity embeds nothing.
    const embedded = options?.embedData && { dataJson: JSON.stringify({ data }) };
    const make: Make = () => ({ ...making(template, data, options)(), ...embedded });
    const parts = partsOf(convertToDocx(make()));
    expect(parts).not.toEqual(plain);
    expect(around(partsOf(redline(make, make)))).toEqual(around(parts));
  },
);
