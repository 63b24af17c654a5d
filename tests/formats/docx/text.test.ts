import { expect, test } from 'vitest';
import { paragraphOf, paragraphText, styleById, words } from '../word/read-docx.ts';
import { child, children, findAll, text, value, type XmlElement } from '../word/xml.ts';
import { convert } from './html.ts';

/** The script properties of each run: text, right-to-left or complex, fonts, language. */
function scripts(paragraph: XmlElement): (string | undefined)[][] {
  return findAll(paragraph, 'w:r').map((run) => {
    const properties = child(run, 'w:rPr');
    const fonts = child(properties, 'w:rFonts')?.attributes ?? {};
    const lang = child(properties, 'w:lang')?.attributes ?? {};
    const direction = child(properties, 'w:rtl') ? 'rtl' : child(properties, 'w:cs') ? 'cs' : '';
    return [
      children(run, 'w:t').map(text).join(),
      direction,
      fonts['w:eastAsia'] ?? fonts['w:cs'] ?? '',
      lang['w:eastAsia'] ?? lang['w:bidi'] ?? '',
    ];
  });
}

test('gives names in other scripts the font slot, direction and language of their script', () => {
  const docx = convert(
    '<p>Of شركة المرفأ, דוד כהן, राजेश कुमार, 山田太郎 and 김민수.</p>',
    'p { font-family: Calibri }',
  );
  expect(scripts(paragraphOf(docx, 'Of'))).toEqual([
    ['Of ', '', '', ''],
    ['شركة المرفأ', 'rtl', 'Arial', 'ar-SA'],
    [', ', '', '', ''],
    ['דוד כהן', 'rtl', 'Arial', 'he-IL'],
    [', ', '', '', ''],
    ['राजेश कुमार', 'cs', 'Nirmala UI', 'hi-IN'],
    [', ', '', '', ''],
    ['山田太郎', '', 'Microsoft YaHei', 'zh-CN'],
    [' and ', '', '', ''],
    ['김민수', '', 'Malgun Gothic', 'ko-KR'],
    ['.', '', '', ''],
  ]);
});

test('gives Han characters the font of the surrounding language', () => {
  const fonts = (markup: string) =>
    scripts(paragraphOf(convert(`<p>${markup}</p>`), '')).map(([, , font]) => font);
  expect(fonts('王小明')).toEqual(['Microsoft YaHei']);
  expect(fonts('たなか山田')).toEqual(['Yu Gothic']);
  expect(fonts('<span lang="ja">山田</span>')).toEqual(['Yu Gothic']);
  expect(fonts('<span lang="zh-TW">王小明</span>')).toEqual(['Microsoft JhengHei']);
});

test('keeps Latin letters with marks and currency signs in one run', () => {
  const docx = convert('<p>Ọláwálé Adébáyọ̀ ₦1,000 Nguyễn Привет λόγος ☐</p>');
  expect(findAll(docx.body, 'w:r')).toHaveLength(1);
});

test('keeps a right-to-left paragraph right-to-left', () => {
  const docx = convert('<p dir="rtl">مرحبا</p><p>x</p>');
  const style = styleById(docx, 'Normal');
  const paragraph = paragraphOf(docx, 'مرحبا');
  expect(child(paragraph, 'w:pPr', 'w:bidi') ?? child(style, 'w:pPr', 'w:bidi')).toBeDefined();
  expect(value(paragraph, 'w:pPr', 'w:jc')).toBeUndefined();
});

test('removes characters that XML forbids, and keeps all others', () => {
  const docx = convert('<p>a\u0001b&#x1f;c\ufffed\uffffe\ud800f\udc00g ]]> &lt;h&gt; &amp;amp; "i" 😀</p>');
  expect(words(docx)).toEqual(['abcdefg', ']]>', '<h>', '&amp;', '"i"', '😀']);
});

test('collapses white space as a browser does', () => {
  const docx = convert(
    '<p>  one \n <b> two </b> three<br>  four&nbsp;&nbsp;five </p> \n <pre>a\n  b\tc</pre>',
  );
  expect(docx.paragraphs.map(paragraphText)).toEqual(['one two three four\u00a0\u00a0five', 'a   b c']);
});

test('prints generated text, and no hidden text', () => {
  const docx = convert(
    '<p class="note">body <q>said</q></p><p hidden>no</p><p class="off">no</p>',
    '.note::before { content: "Note\\A0 – " } .note::after { content: attr(class) } .off { display: none }',
  );
  expect(docx.paragraphs.map(paragraphText)).toEqual(['Note\u00a0– body “said”note']);
});

test('converts inline markup to run formatting', () => {
  const docx = convert(
    '<p>plain <b>b</b> <i>i</i> <u>u</u> <s>s</s> <sup>sup</sup> <span style="color: #123456">c</span></p>',
  );
  const shown = findAll(docx.body, 'w:r').map((run) => {
    const properties = child(run, 'w:rPr');
    const names = properties?.children.map((each) => (typeof each === 'string' ? '' : each.name)) ?? [];
    return [text(child(run, 'w:t') ?? run), ...names.filter((name) => !/Cs$|sz/.test(name))];
  });
  expect(shown.filter(([word]) => word !== ' ')).toEqual([
    ['plain '],
    ['b', 'w:b'],
    ['i', 'w:i'],
    ['u', 'w:u'],
    ['s', 'w:strike'],
    ['sup', 'w:vertAlign'],
    ['c', 'w:color'],
  ]);
});

test('applies underline and line-through of a block to its text', () => {
  const docx = convert(
    '<h2>a <b>b</b></h2><div><p>c</p></div><p>d</p>',
    'h2 { text-decoration: underline } div { text-decoration: line-through }',
  );
  const marks = findAll(docx.body, 'w:p').map((paragraph) => {
    const style = styleById(docx, value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal');
    const run = child(paragraph, 'w:r');
    const said = (name: string) => [run, style].some((each) => child(each, 'w:rPr', name) !== undefined);
    return [said('w:u'), said('w:strike')];
  });
  expect(marks).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test('prints a blank as underlined no-break spaces, with more of them for its padding', () => {
  const docx = convert(
    '<p>Name: <span class="blank"><small>full name</small>\u00a0\u00a0</span>, of</p>',
    '.blank { border-bottom: .5pt solid; padding-right: 16mm } p { font-size: 11pt }',
  );
  const runs = findAll(docx.body, 'w:r').map((run) => [
    text(child(run, 'w:t') ?? run),
    value(run, 'w:rPr', 'w:u'),
  ]);
  expect(runs).toEqual([
    ['Name: ', undefined],
    ['full name', 'single'],
    ['\u00a0'.repeat(20), 'single'],
    [', of', undefined],
  ]);
});

test('treats punctuation and digits in an isolated right-to-left name as part of it, and those around it not', () => {
  const docx = convert('<p>(<bdi>شركة (2)</bdi>), <bdi>Acme (2)</bdi>: <span dir="rtl">12.</span></p>');
  const runs = findAll(docx.body, 'w:r').map((run) => [
    text(child(run, 'w:t') ?? run),
    child(run, 'w:rPr', 'w:rtl') === undefined ? 'ltr' : 'rtl',
  ]);
  expect(runs).toEqual([
    ['(', 'ltr'],
    ['شركة (2)', 'rtl'],
    ['), ', 'ltr'],
    ['Acme (2)', 'ltr'],
    [': ', 'ltr'],
    ['12.', 'rtl'],
  ]);
});
