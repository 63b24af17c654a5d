import { afterAll, beforeAll, describe, expect } from 'vitest';
import { paragraphText, part, styleById } from '../../formats/word/read-docx.ts';
import { readFields } from '../../formats/word/read-fields.ts';
import { readWord, type WordText } from '../../formats/word/read-word.ts';
import { child, children, findAll, text, value, type XmlElement } from '../../formats/word/xml.ts';
import { named, openWorkshop, TEMPLATES } from './documents.ts';
import { interposeInHtml, interposeInWord } from './interpose.ts';
import { type HtmlText, readHtml } from './read-html.ts';
import { expectInWord, testsWith } from './rules.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

/**
 * Direct formatting that a paragraph may have: spacing and keep rules that depend on its neighbours, the page break
 * before a part, a bullet, and the width of a blank.
 */
const DIRECT =
  /: w:(?:pStyle|spacing|keepNext|keepLines)$|^heading 1: w:pageBreakBefore$|^List Bullet: w:numPr$|^(?:Small )?Blank Line: w:ind$/;
/** What a run may have: a named style, and as direct formatting emphasis, and the size of blanks and headings in small tables. */
const DIRECT_TEXT = new Set(['w:rStyle', 'w:b', 'w:bCs', 'w:i', 'w:iCs', 'w:u', 'w:sz', 'w:szCs']);

const rule = testsWith('the sample');

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  let source: string;
  let bytes: Uint8Array;
  let html: HtmlText;
  let word: WordText;

  beforeAll(async () => {
    source = await workshop.html(template, template.sample);
    bytes = await workshop.docx(template, template.sample);
    html = readHtml(source);
    word = readWord(bytes);
  });

  const styleOf = (paragraph: XmlElement) =>
    styleById(word.document, value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal');
  const isClauseHeading = (paragraph: XmlElement) => value(styleOf(paragraph), 'w:name') === 'heading 2';
  const spaceAbove = (one: XmlElement) => child(one, 'w:pPr', 'w:spacing')?.attributes['w:before'];
  const names = (parent: XmlElement | undefined) =>
    (parent?.children ?? []).map((each) => (typeof each === 'string' ? each : each.name));

  rule.headings('shows its headings in the navigation pane, each at its level', () => {
    const level = (paragraph: XmlElement) => value(styleOf(paragraph), 'w:pPr', 'w:outlineLvl');
    const shown = word.document.paragraphs.filter((paragraph) => level(paragraph) !== undefined);
    const [, ...headings] = html.headings;
    expect(shown.map((one) => `${level(one)} ${paragraphText(one)}`)).toEqual(
      // Parts and schedules are the first level, then clauses, then headings in clauses. A policy has clauses and no
      // parts.
      headings.map(({ level: rank, text: words }, index) => {
        const isClause = isClauseHeading(shown[index] as XmlElement);
        return `${isClause ? 1 : rank === 2 ? 0 : rank - 1} ${words}`;
      }),
    );
  });

  rule.numbers('renumbers clauses when one is added, and references when fields are updated', () => {
    const edited = readWord(interposeInWord(bytes));
    const expected = readHtml(interposeInHtml(source));
    expect(edited.labels).toEqual(expected.labels);
    expect(edited.labels).toHaveLength(html.labels.length + 1);
    expectInWord({ blocks: edited.updated }, expected);
  });

  rule.numbers('does not change when its fields are updated', () => {
    expect(word.updated).toEqual(word.blocks);
  });

  rule.classes(
    'has named styles, in the gallery or shown once they are used, with the formats of their paragraphs',
    () => {
      const styles = new Set(word.document.paragraphs.map(styleOf));
      for (const style of styles) {
        expect(value(style, 'w:name')).toMatch(/^(?!Style)[A-Za-z]+( [A-Za-z0-9]+)*$/);
        // Word shows the others once they are used.
        expect(child(style, 'w:qFormat') ?? child(style, 'w:unhideWhenUsed')).toBeDefined();
      }
      // An added clause has the same space above it as the others.
      const [first, ...clauses] = word.document.paragraphs.filter(isClauseHeading);
      expect(Number(first && spaceAbove(styleOf(first)))).toBeGreaterThan(0);
      expect(clauses.filter((one) => spaceAbove(one) !== undefined)).toEqual([]);
      expect(value(styleOf(first as XmlElement), 'w:next')).toBe('ClauseLevel2');
      const direct = word.document.paragraphs.flatMap((one) =>
        names(child(one, 'w:pPr')).map((name) => `${value(styleOf(one), 'w:name')}: ${name}`),
      );
      expect(direct.filter((name) => !DIRECT.test(name))).toEqual([]);
      const runs = word.document.paragraphs.flatMap((one) => findAll(one, 'w:r'));
      const text = runs.flatMap((run) => names(child(run, 'w:rPr')));
      expect(text.filter((name) => !DIRECT_TEXT.has(name))).toEqual([]);
    },
  );

  rule.numbers('prints clause numbers in bold before headings and in regular weight before text', () => {
    const levels = findAll(part(word.document, 'word/numbering.xml'), 'w:lvl');
    const bold = (style: string) => {
      const level = levels.find((one) => value(one, 'w:pStyle') === style);
      return child(level, 'w:rPr', 'w:b')?.attributes['w:val'] ?? 'on';
    };
    expect([bold('Heading2'), bold('ClauseLevel2'), bold('ClauseLevel3')]).toEqual(['on', '0', '0']);
  });

  rule.head('has title, subject, author, keywords, description and language in its properties', () => {
    const core = part(word.document, 'docProps/core.xml');
    const properties = Object.fromEntries(
      core.children.filter((each) => typeof each !== 'string').map((each) => [each.name, text(each)]),
    );
    expect(properties).toEqual({
      'dc:title': html.title,
      'dc:subject': { agreement: 'Agreement', policy: 'Policy' }[template.kind],
      ...(html.meta.author && { 'dc:creator': html.meta.author }),
      'cp:keywords': expect.stringMatching(/^\S(?:.*\S)?$/),
      'dc:description': expect.stringMatching(/^[A-Z].*\.$/),
      'dc:language': 'en-GB',
      'cp:version': template.version,
    });
    const app = part(word.document, 'docProps/app.xml');
    expect(children(app, 'Template').map(text)).toEqual([template.templateId]);
  });

  rule.head(
    'has the title and the parties in the header from page 2 on, and page number fields in the footer',
    () => {
      const shown = (name: string) =>
        children(part(word.document, name), 'w:p').map(paragraphText).join().trim();
      /** What the style sheet of the HTML prints in a margin. */
      const marginText = (box: string) =>
        new RegExp(`@${box}\\{content:"([^"]+)"`).exec(source)?.[1]?.replace('\\a ', ' ') ?? '';
      const section = child(word.document.body, 'w:sectPr');
      expect(child(section, 'w:titlePg')).toBeDefined();
      expect([shown('word/header1.xml'), shown('word/header2.xml')]).toEqual([
        `${marginText('top-left')} ${marginText('top-right')}`.trim(),
        '',
      ]);
      for (const footer of ['word/footer1.xml', 'word/footer2.xml']) {
        const fields = children(part(word.document, footer), 'w:p').flatMap(readFields);
        expect(fields.map(({ code }) => code)).toEqual(['PAGE', 'NUMPAGES']);
      }
    },
  );

  rule.classes('has tables that end where the text ends, with rows that are not split', () => {
    const section = child(word.document.body, 'w:sectPr');
    const measured = (name: string, side: string) =>
      Number(child(section, name)?.attributes[`w:${side}`] ?? Number.NaN);
    const text = measured('w:pgSz', 'w') - measured('w:pgMar', 'left') - measured('w:pgMar', 'right');
    for (const table of findAll(word.document.body, 'w:tbl')) {
      const width = child(table, 'w:tblPr', 'w:tblW')?.attributes;
      const indent = Number(child(table, 'w:tblPr', 'w:tblInd')?.attributes['w:w']);
      const isNested = width?.['w:type'] === 'pct' && indent === 0;
      expect(isNested ? Number(width['w:w']) / 5_000 : (indent + Number(width?.['w:w'])) / text).toBeCloseTo(
        1,
        3,
      );
      const rows = children(table, 'w:tr');
      expect(rows.filter((row) => child(row, 'w:trPr', 'w:cantSplit') === undefined)).toEqual([]);
    }
  });

  rule.classes('opens without compatibility mode', () => {
    const settings = findAll(part(word.document, 'word/settings.xml'), 'w:compatSetting');
    const mode = settings.find((setting) => setting.attributes['w:name'] === 'compatibilityMode');
    expect(mode?.attributes['w:val']).toBe('15');
  });
});
