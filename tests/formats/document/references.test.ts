import { describe, expect, test } from 'vitest';
import { numberItems } from '../../../src/formats/document/numbered-items.ts';
import { referenceLabel } from '../../../src/formats/document/numbering.ts';
import { fillReferences } from '../../../src/formats/document/references.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { completeHead } from '../../../src/templating/html/tree.ts';

function labels(body: string): string[] {
  return [...numberItems(parseHtml(body)).values()].map(({ scheme, counts, label, element }) =>
    [element.attribs.id ?? '', label, referenceLabel(scheme, counts)].join(' '),
  );
}

function filled(body: string): string {
  const document = parseHtml(body);
  fillReferences(document, numberItems(document));
  return serializeHtml(document).replace(/^.*<body>|<\/body>.*$/gs, '');
}

describe('items are numbered', () => {
  test('at all levels', () => {
    expect(
      labels(
        `<ol class="clauses"><li id=a>A<ol><li id=b>B<ol><li id=c>C<ol><li id=d>D</ol></ol></ol><li id=e>E</ol>`,
      ),
    ).toEqual(['a 1. 1', 'b 1.1 1.1', 'c (a) 1.1(a)', 'd (i) 1.1(a)(i)', 'e 2. 2']);
  });

  test('continuously over a second list in the same item', () => {
    expect(
      labels('<ol class="clauses"><li id=a><ol><li id=b></ol><p>text</p><ol><li id=c></ol></ol>'),
    ).toEqual(['a 1. 1', 'b 1.1 1.1', 'c 1.2 1.2']);
  });

  test('from 1 in a new top-level list', () => {
    expect(labels('<ol class="clauses"><li id=a></ol><ol class="clauses"><li id=b></ol>')).toEqual([
      'a 1. 1',
      'b 1. 1',
    ]);
  });

  test('separately for each scheme', () => {
    const body = `<ol class="parties"><li id=p></ol><ol class="recitals"><li id=r></ol><ol class="wide clauses"><li id=a>
      </ol><ol class="schedules"><li id=s><ol><li id=t><ol><li id=u></ol></ol><li id=v></ol>`;
    expect(labels(body)).toEqual([
      'p (1) (1)',
      'r (A) (A)',
      'a 1. 1',
      's Schedule 1 Schedule 1',
      't 1. Schedule 1, 1',
      'u (a) Schedule 1, 1(a)',
      'v Schedule 2 Schedule 2',
    ]);
  });

  test('never by a scheme directly in a numbered item', () => {
    expect(() => labels('<ol class="clauses"><li><ol class="parties"><li></ol></ol>')).toThrow(
      '<ol class="parties"> is in a numbered item; leave out the class, because the list is the next level',
    );
  });

  test('not in ordinary lists, and not in lists that are not a direct child of an item', () => {
    expect(
      labels(
        '<ol><li id=x></ol><ul class="clauses"><li id=y></ul><ol class="clauses"><li id=a><div><ol><li id=z></ol></div></ol>',
      ),
    ).toEqual(['a 1. 1']);
  });
});

describe('a reference', () => {
  test('gets the number of the clause that contains its target', () => {
    expect(
      filled(
        '<ol class="clauses"><li><p>See <a class="ref" href="#deep"></a>.</p><ol><li id="deep">x</li></ol></li>' +
          '<li><h2 id="heading">H</h2><p><a href="#heading" class="small ref">old</a> <a href="#heading">plain</a></p></li></ol>',
      ),
    ).toBe(
      '<ol class="clauses"><li><p>See <a class="ref" href="#deep">1.1</a>.</p><ol><li id="deep">x</li></ol></li>' +
        '<li><h2 id="heading">H</h2><p><a href="#heading" class="small ref">2</a> <a href="#heading">plain</a></p></li></ol>',
    );
  });

  test.each([
    ['to nothing', '<a class="ref" href="#gone"></a>', 'a reference names #gone, and no element has that id'],
    ['without a target', '<a class="ref"></a>', 'a reference names #, and no element has that id'],
    [
      'to two elements',
      '<ol class="clauses"><li id="a"><li id="a"></ol><a class="ref" href="#a"></a>',
      'a reference names #a, and two elements have that id',
    ],
    [
      'to what is not numbered',
      '<p id="a"></p><a class="ref" href="#a"></a>',
      'a reference names #a, which is not in a numbered clause',
    ],
  ])('%s is refused', (_, body, message) => {
    expect(() => filled(body)).toThrow(message);
  });
});

describe('a document', () => {
  test.each([
    [
      'gets doctype, language and title',
      '<p>x',
      '<!DOCTYPE html><html lang="en"><head><title>A &amp; B</title></head><body><p>x</p></body></html>',
    ],
    [
      'keeps its own',
      '<!doctype html><html lang="fr"><title>T</title><p>x',
      '<!DOCTYPE html><html lang="fr"><head><title>T</title></head><body><p>x</p></body></html>',
    ],
  ])('%s', (_, html, expected) => {
    const document = parseHtml(html);
    completeHead(document, 'A & B');
    expect(serializeHtml(document)).toBe(expected);
  });

  test('with too many or too deeply nested elements is refused', () => {
    expect(() => parseHtml('<p>'.repeat(50_001))).toThrow('the document has more than 50000 elements');
    expect(() => numberItems(parseHtml('<div>'.repeat(300)))).toThrow(
      'elements are nested more than 200 deep',
    );
  });

  test('numbers a list by letters as Word does, which restarts after 780 items', () => {
    const document = parseHtml(`<ol class="recitals">${'<li>a'.repeat(782)}</ol>`);
    const labels = [...numberItems(document).values()].map(({ label }) => label);
    expect([0, 25, 26, 779, 780, 781].map((index) => labels[index])).toEqual([
      '(A)',
      '(Z)',
      '(AA)',
      `(${'Z'.repeat(30)})`,
      '(A)',
      '(B)',
    ]);
  });

  test('in which all elements have the same id takes no longer than one with unique ids', () => {
    const document = parseHtml(`${'<p id="a">'.repeat(49_000)}<a class="ref" href="#a">`);
    const before = process.cpuUsage();
    expect(() => fillReferences(document, new Map())).toThrow('two elements have that id');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});
