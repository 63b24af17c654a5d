import { type DataSchema, schemaAt } from '../../src/returned/paths.ts';
import { edited, escaped } from './fill-word.ts';
import type { Random } from './random.ts';

export const AUTHOR = 'Ada Obi';
export const AT = '2026-11-20T10:00:00Z';

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
}

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
const SENTENCES = [
  'The parties meet every year in Accra to speak about the harvest.',
  'Interest of 2.5% a month runs from the day after the invoice.',
  'Neither party may set off any amount against what it owes under this clause 44.',
  'All goods stay the property of the seller until the 31st day after delivery.',
  'The liability of the vendor is limited to USD 7,500.00 in any year.',
];

const mark = (kind: 'ins' | 'del') =>
  `<w:${kind} w:id="9${kind === 'ins' ? 1 : 2}0" w:author="${AUTHOR}" w:date="${AT}"`;
const inserted = (runs: string) => `${mark('ins')}>${runs}</w:ins>`;
const deleted = (runs: string) =>
  `${mark('del')}>${runs.replace(/<(\/?)w:t(?=[ >])/g, '<$1w:delText')}</w:del>`;
const run = (properties: string, text: string) =>
  text === '' ? '' : `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** The text of XML of paragraphs, without the tracked changes of a kind. */
function textOf(xml: string, without: 'ins' | 'del'): string {
  return xml
    .replace(new RegExp(`<w:${without} [^>]*[^/]>(?:(?!</w:${without}>).)*</w:${without}>`, 'gs'), '')
    .replace(/<w:(?:instrText|pPr)(?: [^>]*)?>(?:(?!<\/w:(?:instrText|pPr)>).)*<\/w:(?:instrText|pPr)>/gs, '')
    .replace(/<w:br\/>|<\/w:p>/g, '\n')
    .replace(/<w:tab\/>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

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
    return withRows(result + body.slice(at), random, edits);
  });
  return { file: changed, edits };
}

/** One time in four, a row more in a table, or tracked. */
function withRows(body: string, random: Random, edits: Edit[]): string {
  if (random.below(4) > 0) return body;
  const rows = [...body.matchAll(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs)].filter(
    ({ 0: row }) => !/<w:ins|<w:del|w:gridSpan|w:vMerge/.test(row) && row.split('<w:tc>').length === 3,
  );
  if (rows.length === 0) return body;
  const { 0: row, index } = random.pick(rows);
  const isTracked = random.below(2) === 0;
  const texts = ['Delivery window of the goods', random.pick(SENTENCES)];
  let cell = 0;
  const added = row
    .replace(
      /<w:tc>((?:<w:tcPr>(?:(?!<\/w:tcPr>).)*<\/w:tcPr>)?)(?:(?!<\/w:tc>).)*<\/w:tc>/gs,
      (_, properties: string) => {
        const words = run('', texts[cell++] ?? '');
        const end = isTracked ? `<w:pPr><w:rPr>${mark('ins')}/></w:rPr></w:pPr>` : '';
        return `<w:tc>${properties}<w:p>${end}${isTracked ? inserted(words) : words}</w:p></w:tc>`;
      },
    )
    .replace(/<w:trPr>/, `<w:trPr>${isTracked ? `${mark('ins')}/>` : ''}`)
    .replace(/<w:trPr>(<w:ins [^>]*\/>)(.*?)<\/w:trPr>/s, '<w:trPr>$2$1</w:trPr>');
  if (isTracked && !added.includes('<w:trPr>')) return body;
  edits.push({
    what: `${isTracked ? 'tracked' : 'silent'} row`,
    exact: [],
    rejected: isTracked ? [] : texts,
    accepted: texts,
    values: new Map(),
  });
  const end = index + row.length;
  return body.slice(0, end) + added + body.slice(end);
}

class Negotiation {
  readonly #paragraphs: readonly Paragraph[];
  readonly #schema: DataSchema;
  readonly #random: Random;
  readonly #texts: Map<string, number>;

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
      () => this.#value(),
      () => this.#value(),
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
        rejected: lines(
          xml.includes('<w:ins') || xml.includes('<w:del') ? textOf(xml, 'ins') : textOf(xml, 'ins'),
        ),
        accepted: lines(textOf(xml, 'del')),
        values: new Map(),
      },
    ];
  }

  #words(): Edit[] {
    const index = this.#place(({ made }) =>
      runsOf(made).some(({ text }) => text.trim().split(' ').length > 4),
    );
    if (index === undefined) return [];
    const { made } = this.#paragraphs[index] as Paragraph;
    const one = this.#random.pick(runsOf(made).filter(({ text }) => text.trim().split(' ').length > 4));
    const words = one.text.split(' ');
    const from = 1 + this.#random.below(words.length - 3);
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

  /** Another value, wherever the file has it. */
  #value(): Edit[] {
    const shown = new Map<string, number[]>();
    for (const [index, { made }] of this.#paragraphs.entries())
      for (const [control] of made.matchAll(CONTROL)) {
        const [, path = ''] = /<w:tag w:val="([^"]*)"\/>/.exec(control) ?? [];
        if (/<w:showingPlcHdr|checkbox/.test(control) || !control.includes('<w:t ')) continue;
        shown.set(path, [...(shown.get(path) ?? []), index]);
      }
    const paths = [...shown].filter(([path, places]) => {
      const field = path.includes(' ') ? undefined : schemaAt(this.#schema, path);
      const isFree = path !== '' && places.every((index) => !this.#paragraphs[index]?.isTaken);
      return (
        isFree &&
        field !== undefined &&
        field.enum === undefined &&
        field.type !== 'boolean' &&
        !/email|url/.test(field.format ?? '')
      );
    });
    if (paths.length === 0) return [];
    const [path, places] = this.#random.pick(paths);
    const [value, text] = this.#another(schemaAt(this.#schema, path) as DataSchema);
    const isTracked = this.#isTracked();
    for (const index of new Set(places)) {
      const { made } = this.#paragraphs[index] as Paragraph;
      const xml = made.replace(CONTROL, (control) => {
        if (!control.includes(`<w:tag w:val="${path}"/>`)) return control;
        return control.replace(/<w:sdtContent>(.*)<\/w:sdtContent>/s, (_, content: string) => {
          const [, properties = '', was = ''] = new RegExp(RUN.source, 's').exec(content) ?? [];
          const now = run(properties, escaped(text(was)));
          return `<w:sdtContent>${isTracked ? deleted(content) + inserted(now) : now}</w:sdtContent>`;
        });
      });
      this.#take(index, xml);
    }
    return [
      {
        what: `${isTracked ? 'tracked' : 'silent'} value of ${path}`,
        ...{ exact: [], rejected: [], accepted: [] },
        values: new Map([[path, value]]),
      },
    ];
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
    const text = this.#random.pick(SENTENCES);
    const { made } = this.#paragraphs[index] as Paragraph;
    const [style = ''] = /<w:pStyle [^>]*\/>/.exec(made) ?? [];
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

  #clauseOut(): Edit[] {
    const index = this.#place(this.#isOwnText);
    if (index === undefined) return [];
    const isTracked = this.#isTracked();
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
    const from = this.#place(this.#isOwnText);
    if (from === undefined) return [];
    const { made, text } = this.#take(from, '');
    const to = this.#place((paragraph) => this.#isOwnText(paragraph));
    if (to === undefined || Math.abs(to - from) < 3) {
      this.#take(from, made).isTaken = false;
      return [];
    }
    const isTracked = this.#isTracked();
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
