import { setTimeout } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { inProofs } from '../../part.ts';
import { startService, type TestService } from '../../service.ts';
import { databases } from '../store/databases.ts';

/** Documents per database. MARKED_DOCUMENTS=10000 takes about ten minutes on two cores. */
const DOCUMENTS = Number(process.env.MARKED_DOCUMENTS ?? (inProofs() ? 160 : 40));
const COMPANIES = 20;
/** Concurrent callers: twice as many as the service accepts, so that half of them get 503 and retry. */
const CALLERS = 200;
/** Part of the time limit of the test per document. */
const DOCUMENT_MS = 3_000;

const MARKER = /zq\d\d(?:text|data\d+)qz/g;
const textMarker = (company: number) => `zq${String(company).padStart(2, '0')}textqz`;
const dataMarker = (company: number, number: number) =>
  `zq${String(company).padStart(2, '0')}data${number}qz`;

/** A company's own text with its marker in every possible place, which uses the shared parts. */
const markedText = (marker: string) => `{% extends "layouts/agreement.njk" %}
{% from "partials/party.njk" import party_rows %}
{% set own = "${marker}" %}
{% macro signed(name) %}<p>${marker} for {{ name }}</p>{% endmacro %}
{% block title %}Agreement ${marker}{% endblock %}
{% block header %}${marker}{% endblock %}
{% block content %}<h1>${marker}</h1>
<style>@page { @bottom-left { content: "${marker}" } }</style>
<table>{{ party_rows(parties) }}</table>
<table><tr><td>{{ own }}</td><td>{{ project }}</td></tr></table>
{% for party in parties %}{{ signed(party.fullName) }}{% endfor %}{% endblock %}`;

interface Asked {
  readonly key: string;
  readonly custom: boolean;
  readonly format: 'pdf' | 'docx';
  /** The marker in the data of this document only. */
  readonly marker: string;
  /** All markers that the file must have. */
  readonly markers: readonly string[];
}

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`documents of twenty companies at once over ${title}`, () => {
    test(
      'contain only the markers of their own data and text',
      async () => {
        await using place = await makePlace();
        await using service = await startService(place);
        const keys = await Promise.all(
          Array.from({ length: COMPANIES }, (_, company) => openCompany(service, company)),
        );
        let next = 0;
        const wrong: unknown[] = [];
        const call = async () => {
          for (let number = next++; number < DOCUMENTS; number = next++) {
            const asked = describeDocument(number, keys);
            const bytes = await generate(service, asked);
            const found = asked.format === 'pdf' ? await markersOfPdf(bytes) : markersOfWord(bytes);
            const isRight = found.join() === [...asked.markers].sort().join();
            if (!isRight) wrong.push({ number, ...asked, key: undefined, found });
          }
        };
        await Promise.all(Array.from({ length: CALLERS }, call));
        expect([next - CALLERS, wrong]).toEqual([DOCUMENTS, []]);
      },
      60_000 + DOCUMENTS * DOCUMENT_MS,
    );
  });
}

/** Creates a company and publishes its text, with the same template and version for all companies. */
async function openCompany(service: TestService, company: number): Promise<string> {
  const companyId = `company-${company}`;
  await service.admin('POST', '/companies', { companyId, name: companyId });
  const { status } = await service.send(
    'PUT',
    `/admin/v1/companies/${companyId}/templates/non-disclosure-agreement/versions/1.0.0`,
    { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' },
    markedText(textMarker(company)),
  );
  expect(status).toBe(201);
  return ((await service.admin('POST', `/companies/${companyId}/keys`)).json as { key: string }).key;
}

/** Requests for each company in turn, in both formats, with its own text and with that of the catalogue. */
function describeDocument(number: number, keys: readonly string[]): Asked {
  const company = number % COMPANIES;
  const round = Math.floor(number / COMPANIES);
  const custom = round % 4 < 2;
  const marker = dataMarker(company, number);
  return {
    key: keys[company] ?? '',
    custom,
    format: round % 2 === 0 ? 'pdf' : 'docx',
    marker,
    markers: custom ? [textMarker(company), marker] : [marker],
  };
}

/** Retries as long as the service answers 503. */
async function generate(service: TestService, { key, custom, format, marker }: Asked): Promise<Buffer> {
  const data = { parties: [{ fullName: `Ada ${marker}` }, { fullName: 'Obi' }], project: marker };
  const body = { templateId: 'non-disclosure-agreement', custom, format, data };
  for (;;) {
    const answer = await service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, body);
    if (answer.status === 200) return answer.bytes;
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d$/)]);
    await setTimeout(Number(answer.headers['retry-after']) * 1_000);
  }
}

/** The markers in the text of all pages and in the title. A marker may be broken at the end of a line. */
async function markersOfPdf(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const texts = [String((await document.getMetadata()).info['Title' as never])];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await loading.destroy();
  return markersIn(texts.join(' ').replaceAll(/[\s\u00ad-]/g, ''));
}

/** The markers in every part, and in its text without markup, because a marker may be split into several runs. */
function markersOfWord(bytes: Uint8Array): string[] {
  const parts = Object.values(unzipSync(bytes)).map((part) => strFromU8(part));
  return markersIn(parts.flatMap((part) => [part, part.replaceAll(/<[^>]*>/g, '')]).join(' '));
}

function markersIn(text: string): string[] {
  return [...new Set(text.match(MARKER) ?? [])].sort();
}
