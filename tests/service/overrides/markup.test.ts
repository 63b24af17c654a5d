import { afterAll, describe, expect } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { partOf } from '../../part.ts';
import { test } from '../../shared-service.ts';
import { frame, jpegOf, pictureUrl, SCAN, segment } from '../../templating/html/pictures.ts';
import { type Canary, startCanary } from './canary.ts';
import { MARKUP, OFFICE } from './corpus/markup.ts';
import { outward } from './outward.ts';
import { pdfText } from './pdf-text.ts';
import { createPublisher, NDA_DATA, ndaRequest, ndaText, type Publisher } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
/** Matches printed parts of the engine, NaN and undefined. */
const INSIDE = /nativecode|\[object|NaN|undefined/;

let canary: Canary;
let company: Publisher;
test.beforeAll(async ({ service }) => {
  canary = await startCanary();
  company = await createPublisher(service, 'markup');
});
afterAll(() => canary[Symbol.asyncDispose]());

/** The PDF and the Word file of a published text. */
async function generate(version: string, project = 'Lagos') {
  const data = { ...NDA_DATA, project };
  const [docx, pdf] = await Promise.all(
    ['docx', 'pdf'].map((format) => company.generate(ndaRequest({ version, format, data }))),
  );
  return { docx, pdf };
}

async function expectHarmless(text: string, version: string): Promise<void> {
  const { status } = await company.publish(NDA, version, canary.fill(text));
  expect([201, 422]).toContain(status);
  if (status === 201) {
    const { docx, pdf } = await generate(version);
    expect([docx?.status, pdf?.status]).toEqual([200, 200]);
    if (docx === undefined || pdf === undefined) return;
    expect(outward(docx.bytes)).toEqual([]);
    const said = readWord(docx.bytes).blocks.join('') + (await pdfText(pdf.bytes));
    expect(said.replace(/\s+/g, '')).not.toMatch(INSIDE);
  }
  expect(canary.hits).toEqual([]);
}

describe('harmless or refused: markup that attacks HTML and CSS', () => {
  test.each(
    partOf(
      MARKUP.map((text, index) => [text, `1.0.${index}`] as const),
      8,
    ),
  )('%s', expectHarmless);
});

describe('harmless or refused: text that attacks the file formats', () => {
  test.each(
    partOf(
      OFFICE.map((text, index) => [text, `2.0.${index}`] as const),
      8,
    ),
  )('%s', expectHarmless);
});

const smuggled = (between: readonly number[]) =>
  pictureUrl('jpeg', jpegOf(between, segment(0xe6, [0, ...frame(1, 1)]), frame(20_000, 20_000), SCAN));
const pictures = [
  [0xff, 0xff, 0xe5, 0, 2],
  [0xff, 0x01],
  [0xff, 0xd7],
].map(smuggled);
const long = 'w '.repeat(50_000);

/** Texts with which Chromium would run out of memory or crash. */
const REFUSED: Readonly<Record<string, string>> = {
  'a large picture in an element': `<img alt="" src="${pictures[0]}">`,
  ...Object.fromEntries(
    [
      'background',
      'border-image',
      'list-style-image',
      'cursor',
      'content',
      'mask-image',
      'shape-outside',
    ].map((property, index) => [
      `a large picture as ${property}`,
      `<style>p { ${property}: url(${pictures[index % 3]}) }</style>`,
    ]),
  ),
  'a long text in content': `<style>p::before { content: "${long}" }</style>`,
  'a long text in quotes': `<style>q { quotes: "${long}" "" }</style>`,
  'a long text as a list mark': `<style>li { list-style-type: "${long}" }</style>`,
  'a long text in a margin box': `<style>@page { @top-left { content: "${long}" } }</style>`,
  'many texts in quotes': `<style>q { quotes: ${'"w" '.repeat(20_000)} }</style>`,
  'many shadows': `<p style="text-shadow:${'1px 1px 900px red,'.repeat(3_000)}0 0 red">x</p>`,
  'nested :is()': `<style>${':is('.repeat(40_000)}p${')'.repeat(40_000)} {}</style>`,
  'nested :not()': `<style>${':not('.repeat(40_000)}p${')'.repeat(40_000)} {}</style>`,
  'nested var()': `<style>p { color: ${'var(--a,'.repeat(40_000)}red${')'.repeat(40_000)} }</style>`,
  'nested var() of an attribute': `<p style="color: ${'var(--a,'.repeat(40_000)}red${')'.repeat(40_000)}">x</p>`,
  'nested rules': `<style>${'p{'.repeat(100_000)}${'}'.repeat(100_000)}</style>`,
  'rules that are not closed': `<style>${'p{'.repeat(100_000)}</style>`,
  'nested @media': `<style>${'@media print{'.repeat(20_000)}${'}'.repeat(20_000)}</style>`,
  'nested @layer': `<style>${'@layer{'.repeat(20_000)}${'}'.repeat(20_000)}</style>`,
  'nested brackets of a media query': `<style>@media ${'('.repeat(100_000)}width>1px${')'.repeat(100_000)}{p{color:red}}</style>`,
  'nested brackets of a media attribute': `<style media="${'('.repeat(100_000)}width>1px${')'.repeat(100_000)}">p{color:red}</style>`,
};

describe("refuses a style or picture that would exhaust Chromium's memory:", () => {
  test.each(Object.entries(REFUSED).map(([name, html], index) => [name, html, index] as const))(
    '%s, also in a branch that the samples do not reach',
    async (_, html, index) => {
      const answers = await Promise.all([
        company.publish(NDA, `3.0.${index}`, ndaText(html)),
        company.publish(NDA, `3.1.${index}`, ndaText(`ok {% if project == "boom" %}${html}{% endif %}`)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    },
  );
});
