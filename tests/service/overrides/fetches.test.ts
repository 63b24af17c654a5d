import { request } from 'undici';
import { afterAll, describe, expect } from 'vitest';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { completed } from '../../formats/document/complete.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { partOf } from '../../part.ts';
import { test } from '../../shared-service.ts';
import { openPrintingWorkshop, type PrintingWorkshop } from '../use-cases/printing.ts';
import { type Canary, startCanary } from './canary.ts';
import { FETCHES } from './corpus/fetches.ts';
import { outward } from './outward.ts';
import { pdfText } from './pdf-text.ts';
import { createPublisher, NDA_DATA, ndaRequest, ndaText, type Publisher } from './publishing.ts';

const NDA = 'non-disclosure-agreement';

/** A comment in HTML or CSS, a text that is no function in CSS, and a function that never takes a URL. */
const HARMLESS = [
  'xml-stylesheet-pi',
  '/*/ body { background: url(ORIGIN/a) } /*/',
  'body { background: url/**/(ORIGIN/a) }',
  '<p style="background: attr(title url)" title="ORIGIN/a">x</p>',
];

describe('nothing is fetched', () => {
  let canary: Canary;
  let company: Publisher;
  let workshop: PrintingWorkshop;

  test.beforeAll(async ({ service }) => {
    workshop = openPrintingWorkshop();
    canary = await startCanary();
    company = await createPublisher(service, 'fetching');
  });
  afterAll(async () => {
    await workshop.close();
    await canary[Symbol.asyncDispose]();
  });

  /** Number of hits that were already checked. */
  let seen = 0;
  const newHits = () => {
    const hits = canary.hits.slice(seen);
    seen = canary.hits.length;
    return hits;
  };

  test('and the canary detects a request', async () => {
    await (await request(`${canary.origin}/control`)).body.dump();
    expect(newHits()).toEqual([expect.stringMatching(/^TCP/), 'HTTP GET /control']);
  });

  const texts = FETCHES.map(({ name, html }, index) => [name, html, `1.0.${index}`] as const);
  test.each(partOf(texts, 8))('by an override with %s', async (name, payload, version) => {
    const { status } = await company.publish(NDA, version, canary.fill(payload));
    expect([name, status]).toEqual([name, HARMLESS.includes(name) ? 201 : 422]);
    expect(newHits()).toEqual([]);
  });

  test.each(partOf(texts, 8).map(([name, html]) => [name, html] as const))(
    'by the page or the converter without the allow-list, of %s',
    async (_, payload) => {
      const html = canary.fill(payload);
      const printed = await workshop.pdf(html).then(pdfText, () => '');
      expect(printed).not.toMatch(/canary(?!\/)/i);
      try {
        expect(outward(convertToDocx(completed(html)))).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(DocumentFault);
      }
      expect(newHits()).toEqual([]);
    },
  );

  test('by opening a Word file, whose only external references are allowed links', async () => {
    const links = [
      'https://example.com/{{ project }}',
      'http://{{ project }}/',
      'mailto:{{ project }}',
      'tel:{{ project }}',
      '#{{ project }}',
    ];
    const text = ndaText(
      `<b id="a">x</b>${links.map((href) => `<a href="${href}">{{ project }}</a>`).join(' ')}`,
    );
    expect((await company.publish(NDA, '2.0.0', text)).status).toBe(201);
    const projects = [
      'a',
      '../../a',
      'a" TargetMode="External',
      'a.docx!b',
      '\\\\localhost\\a',
      'INCLUDEPICTURE "a"',
      'javascript:a',
      '@evil.example',
      'a?b&c=<d>',
      '%00',
    ];
    for (const project of projects) {
      const { status, bytes } = await company.generate(
        ndaRequest({ version: '2.0.0', data: { ...NDA_DATA, project } }),
      );
      expect([project, status]).toEqual([project, 200]);
      expect(outward(bytes)).toEqual([]);
    }
    expect(newHits()).toEqual([]);
  });

  test('by any of it as data of the catalogue, where it is printed as text', async () => {
    // Data with a control character is refused.
    const payloads = FETCHES.map(({ html }) => canary.fill(html.replace(/[\0\f]/g, '')));
    for (let at = 0; at < payloads.length; at += 60) {
      const data = {
        project: payloads.slice(at, at + 60).join('\n'),
        ndaDuration: payloads[at],
        parties: payloads.slice(at, at + 20).map((html) => ({ fullName: html, address: html })),
      };
      for (const format of ['pdf', 'docx']) {
        const { status, bytes } = await company.generate({ templateId: NDA, format, data });
        expect(status).toBe(200);
        if (format === 'docx') expect(outward(bytes)).toEqual([]);
        const text = format === 'pdf' ? await pdfText(bytes) : readWord(bytes).blocks.join();
        expect(text).toContain(canary.origin);
      }
    }
    expect(newHits()).toEqual([]);
  });
});
