import { schemaAt } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { deleted, inserted, mark, run, SENTENCES, textOf } from './edit-xml.ts';
import { edited, escaped } from './fill-word.ts';
import { rowIn, rowOut } from './negotiate-rows.ts';
import type { Random } from './random.ts';

/** What somebody did to a file, in the texts of the paragraphs that it concerns. */
export interface Edit {
  readonly what: string;
  /** As made. */
  readonly exact: readonly string[];
  /** With all tracked changes rejected. */
  readonly rejected: readonly string[];
  /** With all accepted. */
  readonly accepted: readonly string[];
  /** Values that the file has now, by path. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether the values say it, so that no change has to. */
  readonly isInValues?: boolean;
}

/** In place of a value of which the file says several things. */
export const CONTRADICTED = Symbol('contradicted');

export interface Negotiated {
  readonly file: Uint8Array;
  readonly edits: readonly Edit[];
}

/** Paragraphs of a body, each as the XML that has become of it. */
interface Paragraph {
  readonly made: string;
  readonly text: string;
  readonly isInTable: boolean;
  xml: string;
  isTaken: boolean;
}

const PARAGRAPH = /<w:p(?: [^>]*)?>(?:(?!<\/w:p>).)*<\/w:p>/gs;
const CONTROL = /<w:sdt>(?:(?!<\/w:sdt>).)*<\/w:sdt>/gs;
const FIELD =
  /<w:r><w:fldChar w:fldCharType="begin"\/>(?:(?!fldCharType="end").)*fldCharType="end"\/><\/w:r>/gs;
const LINK = /<w:hyperlink(?: [^>]*)?>(?:(?!<\/w:hyperlink>).)*<\/w:hyperlink>/gs;
const RUN =
  /<w:r>((?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?)<w:t xml:space="preserve">([^<]*)<\/w:t><\/w:r>/gs;

const WORDS =
  'yearly Accra cocoa without notice promptly vendor seventy-five arbitral harvest ledger unlimited twice orally warehouse'.split(
    ' ',
  );
/** The same length of XML, in which nothing is to be changed. */
const hidden = (xml: string) => '\u0001'.repeat(xml.length);

function runsOf(xml: string): { at: number; xml: string; properties: string; text: string }[] {
  const free = xml.replace(CONTROL, hidden).replace(FIELD, hidden).replace(LINK, hidden);
  return Array.from(free.matchAll(RUN), ([whole, properties = '', text = ''], index) => ({
    ...{ xml: whole, properties, text },
    at: index,
  })).map((one, index) => ({ ...one, at: [...free.matchAll(RUN)][index]?.index ?? 0 }));
}

/** A Word file after random edits, of which some are tracked and none is beside another. */
export function negotiate(file: Uint8Array, schema: DataSchema, random: Random, count: number): Negotiated {
  const edits: Edit[] = [];
  const changed = edited(file, (body) => {
    const table = Array.from(
      body.matchAll(/<w:tbl>(?:(?!<\/w:tbl>).)*<\/w:tbl>/gs),
      ({ index, 0: { length } }) => [index, index + length],
    );
    const found = [...body.matchAll(PARAGRAPH)];
    const paragraphs = found.map(({ 0: xml, index }): Paragraph => {
      const isInTable = table.some(([from = 0, to = 0]) => from <= index && index < to);
      return { made: xml, text: textOf(xml, 'ins').trim(), isInTable, xml, isTaken: false };
    });
    const negotiation = new Negotiation(paragraphs, schema, random);
    for (let tries = 0; edits.length < count && tries < 200; tries++) edits.push(...negotiation.edit());
    let at = 0;
    let result = '';
    for (const [
      index,
      {
        index: start,
        0: { length },
      },
    ] of found.entries()) {
      result += body.slice(at, start) + paragraphs[index]?.xml;
      at = start + length;
    }
    const changed = result + body.slice(at);
    const inTables = [rowIn, rowOut, undefined, undefined][random.below(4)];
    return inTables?.(changed, body, random, edits) ?? changed;
  });
  return { file: changed, edits };
}

class Negotiation {
  readonly #paragraphs: readonly Paragraph[];
  readonly #schema: DataSchema;
  readonly #random: Random;
  readonly #texts: Map<string, number>;
  readonly #sentences = [...SENTENCES];

  constructor(paragraphs: readonly Paragraph[], schema: DataSchema, random: Random) {
    this.#paragraphs = paragraphs;
    this.#schema = schema;
    this.#random = random;
    this.#texts = new Map();
    for (const { text } of paragraphs) this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
  }

  /** @returns nothing when the edit that was picked cannot be made where it was picked */
  edit(): Edit[] {
    const kinds = [
      () => this.#words(),
      () => this.#words(),
      () => this.#number(),
      () => this.#value(() => true),
      () => this.#value(() => true),
      () => this.#value(({ format, type }) => format === 'date' || type === 'number'),
      () => this.#valueInOnePlace(),
      () => this.#besideValue(),
      () => this.#mixed(),
      () => this.#clauseIn(),
      () => this.#clauseOut(),
      () => this.#moved(),
      () => this.#split(),
      () => this.#joined(),
    ];
    return this.#random.pick(kinds)();
  }

  #isTracked(): boolean {
    return this.#random.below(2) === 0;
  }

  /** A paragraph that stands alone with its text, whose neighbours nobody has changed. */
  #place(isFit: (paragraph: Paragraph) => boolean): number | undefined {
    const fit = [...this.#paragraphs.keys()].filter((index) => {
      const paragraph = this.#paragraphs[index] as Paragraph;
      const isFree = [-1, 0, 1, 2].every((by) => !this.#paragraphs[index + by]?.isTaken);
      return isFree && paragraph.text !== '' && this.#texts.get(paragraph.text) === 1 && isFit(paragraph);
    });
    return fit.length === 0 ? undefined : this.#random.pick(fit);
  }

  #take(index: number, xml: string): Paragraph {
    const paragraph = this.#paragraphs[index] as Paragraph;
    paragraph.xml = xml;
    paragraph.isTaken = true;
    return paragraph;
  }

  #done(what: string, { text }: Paragraph, xml: string): Edit[] {
    const lines = (one: string) => one.split('\n').filter((line) => line.trim() !== '');
    return [
      {
        what,
        exact: [text],
        rejected: lines(textOf(xml, 'ins')),
        accepted: lines(textOf(xml, 'del')),
        values: new Map(),
      },
    ];
  }

  /** Other values in paragraphs: without a trail, or beside other words, they are a change too. */
  #valueDone(what: string, places: readonly number[], values: ReadonlyMap<string, unknown>): Edit[] {
    const edits = places.flatMap((index) => {
      const paragraph = this.#paragraphs[index] as Paragraph;
      return this.#done(what, paragraph, paragraph.xml);
    });
    const all = (view: 'exact' | 'rejected' | 'accepted') => edits.flatMap((edit) => edit[view]);
    const views = { exact: all('exact'), rejected: all('rejected'), accepted: all('accepted') };
    return [{ what, ...views, values, isInValues: true }];
  }

  /** Some words in silence, and some others tracked, in one paragraph. */
  #mixed(): Edit[] {
    const isLong = ({ text }: ReturnType<typeof runsOf>[number]) => text.trim().split(' ').length > 11;
    const index = this.#place(({ made }) => runsOf(made).some(isLong));
    if (index === undefined) return [];
    const { made } = this.#paragraphs[index] as Paragraph;
    const { at, xml, properties, text } = this.#random.pick(runsOf(made).filter(isLong));
    const words = text.split(' ').map((word) => `${word} `);
    const tracked = 6 + this.#random.below(words.length - 9);
    const [silent, was] = [`${this.#random.pick(WORDS)} `, words.slice(tracked, tracked + 2).join('')];
    const runs =
      run(properties, words.slice(0, 2).join('') + silent + words.slice(3, tracked).join('')) +
      deleted(run(properties, was)) +
      inserted(run(properties, `${this.#random.pick(WORDS)} `)) +
      run(
        properties,
        words
          .slice(tracked + 2)
          .join('')
          .replace(/ $/, ''),
      );
    const paragraph = this.#take(index, made.slice(0, at) + runs + made.slice(at + xml.length));
    return this.#done('mixed words', paragraph, paragraph.xml);
  }

  /** Words behind a value, outside of its control: nobody but the control says that they are no part of it. */
  #besideValue(): Edit[] {
    const isFit = ({ made, text }: Paragraph) => {
      const controls = [...made.matchAll(CONTROL)];
      const [[control] = ['']] = controls;
      return (
        controls.length === 1 && !/<w:showingPlcHdr|checkbox/.test(control) && text.split(' ').length > 5
      );
    };
    const shown = this.#shown(() => true).flatMap(([path, places]) => {
      const [index = 0, ...others] = places;
      const paragraph = this.#paragraphs[index] as Paragraph;
      return others.length === 0 && isFit(paragraph) ? [{ path, index, made: paragraph.made }] : [];
    });
    if (shown.length === 0) return [];
    const { path, index, made } = this.#random.pick(shown);
    const isTracked = this.#isTracked();
    const word = this.#random.pick(WORDS);
    const words = run('', ` ${word}`);
    const [control = ''] = made.match(CONTROL) ?? [];
    this.#take(
      index,
      made.replace(control, () => control + (isTracked ? inserted(words) : words)),
    );
    return this.#valueDone(
      `${isTracked ? 'tracked' : 'silent'} words beside ${path}`,
      [index],
      new Map([[path, `${textOf(control, 'ins').replace(/\s+/g, ' ')} ${word}`]]),
    );
  }

  #words(): Edit[] {
    const index = this.#place(({ made }) =>
      runsOf(made).some(({ text }) => text.trim().split(' ').length > 4),
    );
    if (index === undefined) return [];
    const { made } = this.#paragraphs[index] as Paragraph;
    const one = this.#random.pick(runsOf(made).filter(({ text }) => text.trim().split(' ').length > 4));
    const words = one.text.split(' ');
    // Words beside a value would be a part of it.
    const from = 1 + this.#random.below(words.findLastIndex(Boolean) - 2);
    const count = 1 + this.#random.below(2);
    const now = this.#random.pick([
      [this.#random.pick(WORDS)],
      [...words.slice(from, from + count), 'not'],
      [...words.slice(from, from + count), this.#random.pick(WORDS), this.#random.pick(WORDS)],
      [],
    ]);
    return this.#inRun('words', index, one, words, from, count, now);
  }

  #inRun(
    what: string,
    index: number,
    { at, xml, properties }: ReturnType<typeof runsOf>[number],
    words: readonly string[],
    from: number,
    count: number,
    now: readonly string[],
  ): Edit[] {
    const { made } = this.#paragraphs[index] as Paragraph;
    const before = `${words.slice(0, from).join(' ')} `;
    const after = words.slice(from + count).join(' ');
    const was = words
      .slice(from, from + count)
      .map((word) => `${word} `)
      .join('');
    const will = now.map((word) => `${word} `).join('');
    const isTracked = this.#isTracked();
    const runs = isTracked
      ? run(properties, before) +
        deleted(run(properties, was)) +
        (will === '' ? '' : inserted(run(properties, will))) +
        run(properties, after)
      : run(properties, before + will + after);
    const paragraph = this.#take(index, made.slice(0, at) + runs + made.slice(at + xml.length));
    return this.#done(`${isTracked ? 'tracked' : 'silent'} ${what}`, paragraph, paragraph.xml);
  }

  /** A number of the text's own. */
  #number(): Edit[] {
    const isNumber = (text: string) => /(?:^| )\d+(?= )/.test(text);
    const index = this.#place(({ made }) => runsOf(made).some(({ text }) => isNumber(text)));
    if (index === undefined) return [];
    const { made } = this.#paragraphs[index] as Paragraph;
    const one = this.#random.pick(runsOf(made).filter(({ text }) => isNumber(text)));
    const words = one.text.split(' ');
    const from = words.findIndex((word) => /^\d+$/.test(word));
    return this.#inRun('number', index, one, words, from, 1, [
      String(Number(words[from]) + 1 + this.#random.below(50)),
    ]);
  }

  /** The controls with a value of a field alone, by path, with the paragraphs that they are in. */
  #shown(isFit: (field: DataSchema) => boolean): [path: string, places: number[]][] {
    const shown = new Map<string, number[]>();
    for (const [index, { made, text }] of this.#paragraphs.entries())
      for (const [control] of made.matchAll(CONTROL)) {
        const [, path = ''] = /<w:tag w:val="([^"]*)"\/>/.exec(control) ?? [];
        if (/<w:showingPlcHdr|checkbox/.test(control) || !control.includes('<w:t ')) continue;
        // Behind other words than a number of days, a text prints none: "5 days before the Session".
        if (/^\d+\s\w+$/.test(textOf(control, 'ins')) && /^\d+\s\w+\s\w/.test(text)) continue;
        shown.set(path, [...(shown.get(path) ?? []), index]);
      }
    return [...shown].filter(([path, places]) => {
      const field = path === '' || path.includes(' ') ? undefined : schemaAt(this.#schema, path);
      if (field === undefined || places.some((index) => this.#paragraphs[index]?.isTaken)) return false;
      return (
        field.enum === undefined &&
        field.type !== 'boolean' &&
        !/email|url/.test(field.format ?? '') &&
        isFit(field)
      );
    });
  }

  /** Another value, wherever the file has it. */
  #value(isFit: (field: DataSchema) => boolean): Edit[] {
    const paths = this.#shown(isFit);
    if (paths.length === 0) return [];
    const [path, places] = this.#random.pick(paths);
    const [value, text] = this.#another(schemaAt(this.#schema, path) as DataSchema);
    const isTracked = this.#isTracked();
    for (const index of new Set(places)) {
      const { made } = this.#paragraphs[index] as Paragraph;
      this.#take(
        index,
        made.replace(CONTROL, (control) => withText(control, path, text, isTracked)),
      );
    }
    return this.#valueDone(
      `${isTracked ? 'tracked' : 'silent'} value of ${path}`,
      [...new Set(places)],
      new Map([[path, value]]),
    );
  }

  /** Another value in one of the places where the file has it: it says no value any more. */
  #valueInOnePlace(): Edit[] {
    const paths = this.#shown(() => true).filter(([, places]) => new Set(places).size > 1);
    if (paths.length === 0) return [];
    const [path, places] = this.#random.pick(paths);
    const [, text] = this.#another(schemaAt(this.#schema, path) as DataSchema);
    const isTracked = this.#isTracked();
    const one = this.#random.pick([...new Set(places)]);
    for (const index of places) (this.#paragraphs[index] as Paragraph).isTaken = true;
    const { made } = this.#paragraphs[one] as Paragraph;
    this.#take(
      one,
      made.replace(CONTROL, (control) => withText(control, path, text, isTracked)),
    );
    return this.#valueDone(
      `${isTracked ? 'tracked' : 'silent'} value of ${path} in one place`,
      [one],
      new Map([[path, CONTRADICTED]]),
    );
  }

  /** A value of a field, and how it is written in the place of one that was printed. */
  #another(field: DataSchema): [value: unknown, text: (was: string) => string] {
    if (field.format === 'date') {
      const day = new Date(Date.UTC(2027, this.#random.below(12), 1 + this.#random.below(28)));
      const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
      return [day.toISOString().slice(0, 10), () => text];
    }
    if (field.type === 'number') {
      const value = 1 + this.#random.below(9_000_000);
      const digits = field.money ? { minimumFractionDigits: 2 } : {};
      const text = value.toLocaleString('en-GB', digits);
      return [value, (was) => was.replace(/\d[\d,]*(?:\.\d+)?/, text)];
    }
    const words = Array.from({ length: 2 + this.#random.below(3) }, () => this.#random.pick(WORDS)).join(' ');
    return [words, () => words];
  }

  #isOwnText = ({ made, isInTable, text }: Paragraph): boolean =>
    !isInTable && !made.includes('<w:sdt>') && text.split(' ').length > 5 && runsOf(made).length > 0;

  #clauseIn(): Edit[] {
    const index = this.#place(this.#isOwnText);
    if (index === undefined) return [];
    const isTracked = this.#isTracked();
    // Two that are the same could not be told apart.
    const text = this.#sentences.splice(this.#random.below(this.#sentences.length), 1)[0];
    if (text === undefined) return [];
    const { made } = this.#paragraphs[index] as Paragraph;
    const style = styleOf(made);
    const added = isTracked
      ? `<w:p><w:pPr>${style}<w:rPr>${mark('ins')}/></w:rPr></w:pPr>${inserted(run('', text))}</w:p>`
      : `<w:p><w:pPr>${style}</w:pPr>${run('', text)}</w:p>`;
    this.#take(index, made + added);
    return [
      {
        what: `${isTracked ? 'tracked' : 'silent'} clause in`,
        exact: [],
        rejected: isTracked ? [] : [text],
        accepted: [text],
        values: new Map(),
      },
    ];
  }

  /** No reference leads to it, into which programs write other words when it is gone or stands elsewhere. */
  #isUnnamed = (paragraph: Paragraph): boolean => {
    const names = Array.from(
      paragraph.made.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]*)"/g),
      ([, name]) => name,
    );
    const isNamed = ({ made }: Paragraph) => names.some((name) => made.includes(` REF ${name} `));
    return this.#isOwnText(paragraph) && !this.#paragraphs.some(isNamed);
  };

  /** LibreOffice, through its own format, counts a heading twice in references after a clause above it whose deletion is tracked. */
  #canTrackDeletion(index: number): boolean {
    const [one, next] = this.#paragraphs.slice(index, index + 2);
    return styleOf(one?.made ?? '') === styleOf(next?.made ?? '');
  }

  #clauseOut(): Edit[] {
    const index = this.#place(this.#isUnnamed);
    if (index === undefined) return [];
    const isTracked = this.#canTrackDeletion(index) && this.#isTracked();
    const { made, text } = this.#paragraphs[index] as Paragraph;
    this.#take(index, isTracked ? wholeDeleted(made) : '');
    return [
      {
        what: `${isTracked ? 'tracked' : 'silent'} clause out`,
        exact: [text],
        rejected: isTracked ? [text] : [],
        accepted: [],
        values: new Map(),
      },
    ];
  }

  #moved(): Edit[] {
    const from = this.#place(this.#isUnnamed);
    if (from === undefined) return [];
    const { made, text } = this.#take(from, '');
    const to = this.#place((paragraph) => this.#isOwnText(paragraph));
    if (to === undefined || Math.abs(to - from) < 3) {
      this.#take(from, made).isTaken = false;
      return [];
    }
    const isTracked = this.#canTrackDeletion(from) && this.#isTracked();
    if (isTracked) this.#take(from, wholeDeleted(made));
    const target = this.#paragraphs[to] as Paragraph;
    this.#take(to, target.made + (isTracked ? wholeInserted(made) : made));
    const what = `${isTracked ? 'tracked' : 'silent'} move`;
    const none = { values: new Map() };
    return [
      { what: `${what} away`, exact: [text], rejected: isTracked ? [text] : [], accepted: [], ...none },
      { what: `${what} here`, exact: [], rejected: isTracked ? [] : [text], accepted: [text], ...none },
    ];
  }

  #split(): Edit[] {
    const index = this.#place(
      (paragraph) =>
        this.#isOwnText(paragraph) && runsOf(paragraph.made).some(({ text }) => text.split(' ').length > 8),
    );
    if (index === undefined) return [];
    const { made } = this.#paragraphs[index] as Paragraph;
    const { at, xml, properties, text } = this.#random.pick(
      runsOf(made).filter((one) => one.text.split(' ').length > 8),
    );
    const words = text.split(' ');
    const isTracked = this.#isTracked();
    const [start = '', own = ''] = /^<w:p(?: [^>]*)?>(<w:pPr>.*?<\/w:pPr>)?/s.exec(made) ?? [];
    const first = made.slice(start.length, at) + run(properties, words.slice(0, 4).join(' '));
    const second = run(properties, words.slice(4).join(' ')) + made.slice(at + xml.length);
    const head = isTracked ? withMark(own, mark('ins')) : own;
    const paragraph = this.#take(index, `<w:p>${head}${first}</w:p><w:p>${own}${second}`);
    const halves = textOf(paragraph.xml, 'del')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return [
      {
        what: `${isTracked ? 'tracked' : 'silent'} split`,
        exact: [paragraph.text],
        rejected: isTracked ? [paragraph.text] : halves,
        accepted: halves,
        values: new Map(),
      },
    ];
  }

  #joined(): Edit[] {
    const isFit = (paragraph: Paragraph | undefined) => paragraph !== undefined && this.#isOwnText(paragraph);
    const index = this.#place(
      (paragraph) => isFit(paragraph) && isFit(this.#paragraphs[this.#paragraphs.indexOf(paragraph) + 1]),
    );
    if (index === undefined) return [];
    const [one, other] = this.#paragraphs.slice(index, index + 2) as [Paragraph, Paragraph];
    if (this.#texts.get(other.text) !== 1) return [];
    const isTracked = this.#isTracked();
    const [, own = ''] = /^<w:p(?: [^>]*)?>(<w:pPr>.*?<\/w:pPr>)?/s.exec(one.made) ?? [];
    const inner = other.made.replace(/^<w:p(?: [^>]*)?>(?:<w:pPr>.*?<\/w:pPr>)?/s, '');
    const texts = [one.text, other.text];
    if (isTracked)
      this.#take(
        index,
        one.made.replace(/^(<w:p(?: [^>]*)?>)(?:<w:pPr>.*?<\/w:pPr>)?/s, `$1${withMark(own, mark('del'))}`),
      );
    else {
      this.#take(index, one.made.replace(/<\/w:p>$/, run('', ' ') + inner));
    }
    this.#take(index + 1, isTracked ? other.made : '');
    return [
      {
        what: `${isTracked ? 'tracked' : 'silent'} join`,
        exact: texts,
        rejected: isTracked ? texts : [texts.join(' ')],
        accepted: [texts.join(' ')],
        values: new Map(),
      },
    ];
  }
}

/** A control of a path with another text. */
function withText(control: string, path: string, text: (was: string) => string, isTracked: boolean): string {
  if (!control.includes(`<w:tag w:val="${path}"/>`)) return control;
  return control.replace(/<w:sdtContent>(.*)<\/w:sdtContent>/s, (_, content: string) => {
    const [, properties = '', was = ''] = new RegExp(RUN.source, 's').exec(content) ?? [];
    const now = run(properties, escaped(text(was)));
    return `<w:sdtContent>${isTracked ? deleted(content) + inserted(now) : now}</w:sdtContent>`;
  });
}

function styleOf(paragraph: string): string {
  return /<w:pStyle [^>]*\/>/.exec(paragraph)?.[0] ?? '';
}

function withMark(properties: string, change: string): string {
  const end = `<w:rPr>${change}/></w:rPr></w:pPr>`;
  return properties === '' ? `<w:pPr>${end}` : properties.replace(/<\/w:pPr>$/, end);
}

function whole(xml: string, change: string, wrapped: (runs: string) => string): string {
  const [start = '', own = ''] = /^<w:p(?: [^>]*)?>(<w:pPr>.*?<\/w:pPr>)?/s.exec(xml) ?? [];
  const inner = xml
    .slice(start.length, -'</w:p>'.length)
    .replace(/<w:bookmark(?:Start|End) [^>]*\/>/g, '')
    .replace(/<w:r>(?:(?!<\/w:r>).)*<\/w:r>/gs, wrapped);
  return `<w:p>${withMark(own, change)}${inner}</w:p>`;
}

function wholeDeleted(xml: string): string {
  return whole(xml, mark('del'), deleted);
}

function wholeInserted(xml: string): string {
  return whole(xml, mark('ins'), inserted);
}
