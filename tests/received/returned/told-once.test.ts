import { setImmediate as nextTurn } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import { withValue } from '../../../src/lib/paths.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { AUTHOR, deleted, inserted, mark, run, textOf } from './edit-xml.ts';
import { edited, formOf, withoutControls } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);

/** What is told of a file, and the data that it shows. */
function told(file: Uint8Array) {
  const { verdict, changes, changedValues, filledIn, notCompared, data } = judged(
    supply,
    supply.sample,
    file,
  ).answer;
  return {
    verdict,
    changes: changes.map(({ clause, was, now }) => [clause, was, now]),
    values: changedValues?.map(({ path, was, now }) => [path, was, now]),
    filledIn,
    notCompared,
    data,
  };
}
const CHANGED = { verdict: 'changed', changes: [], values: [], filledIn: [], notCompared: [] };

const PARAGRAPH = /<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs;
const inParagraph = (words: string, edit: (xml: string) => string, file = made) =>
  edited(file, (body) => body.replace(PARAGRAPH, (one) => (one.includes(words) ? edit(one) : one)));
const withText = (paragraph: string, text: string) =>
  paragraph.replace(
    /(?<=<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>).*(?=<\/w:p>)/s,
    `<w:r><w:t>${text}</w:t></w:r>`,
  );

test.each([
  ['a unit', '12% a year', 'a year', 'per annum', 'Late interest'],
  ['the kind of a period', 'Fixed period: 24 months', 'Fixed', 'Initial', 'Length'],
])('%s beside a value is one change, and the value is as it was', (_, was, word, other, label) => {
  const [first = ''] = word.split(' ');
  const file = inParagraph(first, (one) => one.replace(/\u00a0/g, ' ').replace(word, other));
  const bare = (text: string | undefined) => text?.replace(/\u00a0/g, ' ');
  const { data, changes, ...rest } = told(file);
  expect([changes.map((change) => change.map(bare)), rest, data]).toEqual([
    [[`Key Terms: ${label}`, was, was.replace(word, other)]],
    { ...CHANGED, changes: undefined },
    supply.sample,
  ]);
});

test.each([
  ['12\u00a0months', ' from dispatch', 'warrantyPeriod'],
  ['₦90,000,000.00', ' a year', 'liabilityCap'],
  ['₦780.00', ' (seven hundred and eighty naira)', 'price'],
  ['4\u00a0January\u00a02027', ' or the date of signature, if later', 'effectiveDate'],
])('of %s beside which %s was put, the trail confirms what it was', (value, words, field) => {
  const file = edited(made, (body) => body.replace(value, value + words));
  const bare = (text: string | null | undefined) => text?.replace(/\u00a0/g, ' ');
  expect(told(file).values?.map((one) => one.map(bare))).toEqual([[field, bare(value), bare(value + words)]]);
});

test('a clause that was moved above a list is no entry of it', () => {
  const policy = TEMPLATES.find(({ templateId }) => templateId === 'environmental-policy') as Template;
  const file = edited(wordFile(policy, policy.sample), (body) => {
    const [moved = ''] =
      body.match(PARAGRAPH)?.filter((one) => one.includes('the greenhouse gases from')) ?? [];
    return body
      .replace(moved, '')
      .replace(PARAGRAPH, (one) => (one.includes('must burn cashew shells') ? moved + one : one));
  });
  const { changes, data } = judged(policy, policy.sample, file).answer;
  expect([changes.map(({ kind }) => kind), data]).toEqual([['deleted', 'inserted'], policy.sample]);
});

test.each(['Then. A sum', '60. A sum', '60 sums'])(
  '"%s" in the place of "A sum" begins with no number',
  (words) => {
    const file = inParagraph('disputed in good faith', (one) => one.replace('>A sum ', `>${words} `));
    const [[clause, was, now] = [], ...others] = told(file).changes;
    expect([clause, now, others]).toEqual(['8.5', was?.replace(/^A sum/, words), []]);
  },
);

test('a heading with no word of what it was is one change, and no reference to its clause is broken', () => {
  const file = edited(made, (body) => body.replace('>Orders<', '>Purchases<'));
  const { answer } = judged(supply, supply.sample, file);
  expect([told(file).changes, answer.brokenReferences]).toEqual([[['4', 'Orders', 'Purchases']], undefined]);
});

const [junior, labour] = ['junior-devops-engineer-agreement', 'labour-policy'].map((id) =>
  TEMPLATES.find(({ templateId }) => templateId === id),
) as [Template, Template];
const mechanic = TEMPLATES.find(
  ({ templateId, version }) => templateId === 'construction-diesel-mechanic-agreement' && version === '1.0.0',
) as Template;

test.each<
  [what: string, template: Template, was: string, now: string, changes: string[][], values: string[][]]
>([
  ['a title', labour, 'Labour Policy', 'Rules', [['Labour Policy', 'Labour Policy', 'Rules']], []],
  ['a name', labour, 'Mara Garments Limited', 'Acme', [], [['rcName', 'Mara Garments Limited', 'Acme']]],
])(
  '%s that is a paragraph of its own, with no word of what it was, is told once',
  (_, template, was, now, changes, values) => {
    const file = edited(wordFile(template, template.sample), (body) => body.replace(`>${was}<`, `>${now}<`));
    const { answer } = judged(template, template.sample, file);
    expect([
      answer.changes.map((one) => [one.clause, one.was, one.now]),
      answer.changedValues?.map((one) => [one.path, one.was, one.now]),
    ]).toEqual([changes, values]);
  },
);

test.each([
  { currency: 'NGN', sign: '₦' },
  { currency: 'Others', customCurrency: '€', sign: '€' },
])(
  'an amount with $sign beside which somebody tracked a word has its currency still',
  ({ sign, ...money }) => {
    const made = wordFile(junior, { ...junior.sample, ...money });
    const file = edited(made, (body) =>
      body.replace(
        new RegExp(`<w:r>(?:(?!</w:r>).)*${sign}380,000.00</w:t></w:r>`, 's'),
        (amount) => amount + inserted(run('', ' each')),
      ),
    );
    const { changes, changedValues, data } = judged(junior, { ...junior.sample, ...money }, file).answer;
    expect([changes.length, changedValues]).toEqual([1, []]);
    expect(data).toMatchObject(money);
  },
);

test('a table to sign in that is gone is told with words alone', () => {
  const file = edited(wordFile(mechanic, mechanic.sample), (body) => {
    const last = [...body.matchAll(/<w:tbl>(?:(?!<\/w:tbl>).)*<\/w:tbl>/gs)].at(-1)?.[0] ?? '';
    return body.replace(last, '');
  });
  const { changes } = judged(mechanic, mechanic.sample, file).answer;
  expect(changes.map(({ clause, kind, was, now }) => [clause, kind, was, now])).toEqual([
    ['Signatures', 'deleted', 'Signed by Musa Abdullahi Garba (the Employee)', ''],
    ['Signatures: Signature', 'deleted', 'Signature', ''],
    ['Signatures: Signature', 'deleted', 'Date', ''],
  ]);
});

test('of words that were replaced in silence before others that were tracked, each change has the words in their order', () => {
  const last = ' days after the notice.';
  const file = edited(made, (body) =>
    body.replace(
      />([^<]*settle the dispute by discussion )within 30\sdays after the notice\.<\/w:t><\/w:r>/,
      `>$1for </w:t></w:r>${deleted(run('', '30'))}${inserted(run('', '60'))}${run('', last)}`,
    ),
  );
  const ends = (text = '') => text.slice(text.indexOf('by discussion '));
  expect(told(file).changes.map(([clause, was, now]) => [clause, ends(was), ends(now)])).toEqual([
    ['24.1', `by discussion within 30${last}`, `by discussion for 30${last}`],
    ['24.1', `by discussion for 30${last}`, `by discussion for 60${last}`],
  ]);
});

const tracked = (file: Uint8Array, was: string, now: string) =>
  edited(file, (body) =>
    body.replace(/<w:r>((?:(?!<\/w:r>).)*)<\/w:r>/gs, (whole, inside: string) =>
      inside.includes(`>${was}<`)
        ? deleted(`<w:r>${inside}</w:r>`) + inserted(`<w:r>${inside.replace(was, now)}</w:r>`)
        : whole,
    ),
  );

test.each([
  ['was the printed one', made, '₦780.00', { was: '₦780.00', tracked: true, author: AUTHOR }],
  [
    'was another one that nobody marked',
    edited(made, (body) => body.replace('₦780.00', '₦880.00')),
    '₦880.00',
    { was: null, tracked: false, author: null },
  ],
])('a tracked value in whose place %s', (_, file, before, expected) => {
  const { changedValues } = judged(supply, supply.sample, tracked(file, before, '₦980.00')).answer;
  expect(changedValues).toMatchObject([{ path: 'price', now: '₦980.00', ...expected }]);
});

test.each([
  [
    'at its end',
    'Oyo State, Nigeria<',
    'Oyo State, Nigeria, care of her mother<',
    [],
    ['9 Ring Road, Challenge, Ibadan, Oyo State, Nigeria, care of her mother'],
  ],
  ['at its beginning', '>9 Ring Road', '>Flat 2, 9 Ring Road', [['address', 'Flat 2, 9 Ring Road']], []],
  [
    'in place of two',
    '>Oyo State, Nigeria<',
    '>England and Wales<',
    [
      ['governingLawPart', 'England and Wales'],
      ['governingLaw', ''],
    ],
    [],
  ],
])('words %s of a line of several values make no other values of the rest', (_, was, now, values, texts) => {
  const file = edited(wordFile(junior, junior.sample), (body) => body.replace(was, now));
  const { changes, changedValues } = judged(junior, junior.sample, file).answer;
  expect([changes.map((change) => change.now), changedValues?.map((one) => [one.path, one.now])]).toEqual([
    texts,
    values,
  ]);
});

test('an address with other words is one value of all that it joined', () => {
  const address = '9 Ring Road, Challenge, Ibadan, Oyo State';
  const file = edited(wordFile(junior, junior.sample), (body) => body.replace(address, 'PO Box 8'));
  const { changedValues, data } = judged(junior, junior.sample, file).answer;
  expect(changedValues?.map(({ path, title, was, now }) => [path, title, was, now])).toEqual([
    ['address', expect.stringContaining(', '), address, 'PO Box 8'],
  ]);
  expect([data.address, data.town, data.city]).toEqual([undefined, undefined, undefined]);
});

const BOLA = 'Bola Cole';
const byBola = (xml: string) => xml.replace(AUTHOR, BOLA);

test.each<[what: string, words: string, by: [tracked: boolean, author: string | null]]>([
  ['letters were put in', `refuse${inserted(run('', 's'))}`, [true, AUTHOR]],
  ['letters were deleted', `refus${deleted(run('', 'e'))}`, [true, AUTHOR]],
  ['letters are others', `ref${inserted(run('', 'er'))}${deleted(run('', 'use'))}`, [true, AUTHOR]],
  [
    'two people changed',
    `refuse${byBola(inserted(run('', 'd')))}${inserted(run('', ' even'))}`,
    [true, `${BOLA}, ${AUTHOR}`],
  ],
  ['letters were put in in silence, too', `refuze${inserted(run('', 's'))}`, [false, null]],
])('of a word in which %s, all authors are told', (_, words, by) => {
  const file = inParagraph('It may refuse only what', (one) =>
    one.replace(
      /<w:r><w:t xml:space="preserve">([^<]*)refuse( only [^<]*)<\/w:t><\/w:r>/,
      (_all, before, after) => {
        const [start = '', ...rest] = words.split(/(?=<)/);
        return run('', before + start) + rest.join('') + run('', after);
      },
    ),
  );
  const { changes } = judged(supply, supply.sample, file).answer;
  expect(changes.map(({ tracked, author }) => [tracked, author])).toEqual([by]);
});

const [keep = '', inks = ''] = supply.sample.supplierObligations as string[];
const RIDER = 'give a discount of 5% each year';
const moved = (body: string) => {
  const [first = '', second = ''] = [keep, inks].map((text) =>
    [...body.matchAll(PARAGRAPH)].map(([one]) => one).find((one) => one.includes(text)),
  );
  return body.replace(first, '').replace(second, () => second + first);
};

test.each<[what: string, file: Uint8Array, answer: object, entries: string[]]>([
  [
    'put in before the others is inserted',
    inParagraph(keep, (one) => withText(one, `${RIDER}.`) + one),
    { changes: [['9.2', '', `${RIDER}.`]] },
    [RIDER, keep, inks],
  ],
  [
    'put in between others is inserted',
    inParagraph(keep, (one) => one + withText(one, `${RIDER}.`)),
    { changes: [['9.2(a)', '', `${RIDER}.`]] },
    [keep, RIDER, inks],
  ],
  [
    'taken out is gone',
    inParagraph(keep, () => ''),
    { values: [['supplierObligations[0]', null, '']] },
    [inks],
  ],
  [
    'moved is gone at one place and new at the other',
    edited(made, moved),
    {
      changes: [
        ['9.2(a)', `${keep}.`, ''],
        ['9.2(b)', '', `${keep}.`],
      ],
    },
    [inks, keep],
  ],
])('an entry of a list that was %s, and the others are as they were', (_, file, answer, entries) => {
  const { data, ...rest } = told(file);
  expect([rest, data.supplierObligations]).toEqual([{ ...CHANGED, ...answer }, entries]);
});

test('of a block of signatures that is gone, the names that stand elsewhere are as they were', () => {
  const { data, ...rest } = told(inParagraph('Signed for', (one) => (one.includes('Zobo') ? '' : one)));
  const was = 'Signed for and on behalf of Zobo House Beverages Limited (the Customer)';
  expect([rest, data]).toEqual([{ ...CHANGED, changes: [[`Signatures: ${was}`, was, '']] }, supply.sample]);
});

test('words that were put between a word and a sign have no space that is not in the file', () => {
  const file = inParagraph('must accept or refuse an', (one) => one.replace('within 5', 'within five (5)'));
  expect(told(file).changes.map(([, , now]) => now?.slice(0, 75))).toEqual([
    'The Supplier must accept or refuse an Order within five (5) Business Days. ',
  ]);
});

test('a change in a row whose first cell has several lines is of the heading above', () => {
  const name = 'Zobo House Beverages Limited';
  const file = inParagraph(`>${name}</w:t>`, (one) =>
    one.includes('private company') ? one.replace(name, `${name} (“Zobo”)`) : one,
  );
  expect(told(file).changes).toEqual([
    [
      'Key Terms',
      `${name}, private company limited by shares`,
      `${name} (“Zobo”), private company limited by shares`,
    ],
  ]);
});

test.each([
  ['[Date] subject to board approval', 'changed', ['subject to board approval']],
  ['[Date, subject to board approval]', 'changed', ['[Date, subject to board approval]']],
  ['[the day after the first payment]', 'changed', ['[the day after the first payment]']],
  [
    'Choose that the fee doubles after this date.',
    'changed',
    ['Choose that the fee doubles after this date.'],
  ],
  ['not before 2030', 'changed', ['not before 2030']],
  ['the 24th day of September, 2026', 'filled in', []],
  ['Click or tap to enter a date.', 'as made', []],
])('words in a control that still shows its prompt are read: %s', (words, verdict, now) => {
  const file = edited(made, (body) => body.replace('>[Date]<', `>${words}<`));
  const { changes, ...answer } = told(file);
  expect([answer.verdict, changes.map((change) => change[2])]).toEqual([verdict, now]);
});

test.each([
  ['>₦780.00<', '>₦980.00<'],
  ['>₦780.00<', '>$780.00<'],
  ['>2027-01-04<', '>2027-10-04<'],
  ['>27 Coca-Cola Road', '>72 Coca-Cola Road'],
])(
  'a file that has another value for a control, which Word shows in its place, is not as made: %s',
  (was, now) => {
    const files = unzipSync(wordFile(supply, supply.sample, { fillable: 'all' }));
    const name = 'customXml/item1.xml';
    const fields = strFromU8(files[name] as Uint8Array);
    expect(fields).toContain(was);
    const { data: _, ...answer } = told(zipSync({ ...files, [name]: strToU8(fields.replace(was, now)) }));
    expect(answer).toEqual({
      ...CHANGED,
      notCompared: ['a control for which the file has another value, which Word shows in its place'],
    });
  },
);

test('a box in a second control, as LibreOffice saves it, is as made', () => {
  const form = formOf(supply);
  const file = edited(wordFile(supply, form), (body) =>
    body.replaceAll(
      /<w:sdt><w:sdtPr>(?:(?!<w:sdtPr>).)*?(<w:dataBinding [^>]*>)<w14:checkbox>.*?<\/w:sdt>/gs,
      (box, binding: string) =>
        `<w:sdt><w:sdtPr>${binding}</w:sdtPr><w:sdtContent>${box}</w:sdtContent></w:sdt>`,
    ),
  );
  const { verdict, notCompared } = judged(supply, form, file).answer;
  expect({ verdict, notCompared }).toEqual({ verdict: 'as made', notCompared: [] });
});

test.each(['[$1 subject to board approval]', '[The amount of the last order]'])(
  'words in the brackets of a prompt are what was filled in, in a file without controls: %s',
  (words) => {
    const form = formOf(supply);
    const file = edited(wordFile(supply, form), (body) =>
      body.replace(
        /(<w:tag w:val="price"\/>(?:(?!<\/w:sdt>).)*<w:showingPlcHdr\/>(?:(?!<\/w:sdt>).)*)>\[([^\]<]*)\]</s,
        (_, start: string, prompt: string) => `${start}>${words.replace('$1', prompt)}<`,
      ),
    );
    const { verdict, filledIn, changes } = judged(supply, form, withoutControls(file)).answer;
    expect({ verdict, filledIn, changes }).toEqual({
      verdict: 'filled in',
      filledIn: ['price'],
      changes: [],
    });
  },
);

const OF_MONEY = TEMPLATES.filter(
  ({ schema, version }) => schema.properties?.currency !== undefined && version !== '1.0.0',
).concat(supply);

test.each(OF_MONEY.map((template) => [named(template), template] as const))(
  'amounts with a blank for their currency are as made in an untouched file of %s, and known without a trail',
  (_, template) => {
    const { currency: _currency, customCurrency: _custom, ...sample } = template.sample;
    const field = 'price' in sample ? 'price' : 'grossSalary';
    const data = { ...sample, [field]: 815 };
    const file = wordFile(template, data);
    const { verdict, changes, changedValues } = judged(template, data, file).answer;
    expect({ verdict, changes, changedValues }).toEqual({
      verdict: 'as made',
      changes: [],
      changedValues: [],
    });
    const { answer } = judged(template, undefined, file);
    expect([answer.changes, answer.data]).toEqual([[], expect.objectContaining({ [field]: 815 })]);
    const other = edited(withoutControls(file), (body) => body.replace('>815.00<', '>915.00<'));
    expect(judged(template, data, other).answer.changedValues).toMatchObject([
      { path: field, now: '915.00' },
    ]);
  },
);

const [WEEKS, FORECAST] = [
  'keep four weeks’ needs of cartons ready for dispatch',
  'send a forecast of the next three months’ needs by the fifth day of each month',
] as const;

test('of entries that were exchanged between two lists, or moved to a clause, each value is known as it was', () => {
  const exchanged = edited(made, (body) =>
    body.replace(new RegExp(`${WEEKS}|${FORECAST}`, 'g'), (one) => (one === WEEKS ? FORECAST : WEEKS)),
  );
  const isEntry = (one: string) => one.includes(WEEKS);
  const moved = edited(made, (body) => {
    const entry = [...body.matchAll(PARAGRAPH)].find(([one]) => isEntry(one))?.[0] ?? '';
    return body.replace(PARAGRAPH, (one) =>
      isEntry(one) ? '' : one.includes(FORECAST) ? one + withText(entry, `${WEEKS}.`) : one,
    );
  });
  const found = [exchanged, moved].map((file) => {
    const { changes, values } = told(file);
    return { changes, values };
  });
  expect(found).toEqual([
    {
      changes: [],
      values: [
        ['supplierObligations[0]', WEEKS, FORECAST],
        ['customerObligations[0]', FORECAST, WEEKS],
      ],
    },
    { changes: [['10.2(a)', '', `${WEEKS}.`]], values: [['supplierObligations[0]', WEEKS, '']] },
  ]);
});

test.each(['$1 (as amended)', '“$1”'])('of a value of many words, %s is told with what it was', (words) => {
  const was =
    'Printed cartons for bottled hibiscus drinks, with their design and the upkeep of the carton erector';
  const file = edited(made, (body) => body.replace(was, (one) => words.replace('$1', one)));
  expect(told(file).values).toEqual([['description', was, words.replace('$1', was)]]);
});

test('a name that is gone from its line is no other value of the line', () => {
  const rest = 'private company limited by shares';
  const file = inParagraph(`${rest}<`, (one) => withText(one, rest));
  const names = told(file).values?.filter(([path]) => path?.endsWith('.rcName'));
  expect(names?.map(([, , now]) => now)).toEqual(['', '']);
});

test('an entry that another one was put before, and that is read without its full stop, is as it was', () => {
  const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement') as Template;
  const words = 'Whatever the board decides.';
  const file = inParagraph(
    'Pennine may show',
    (one) => withText(one, words) + one,
    wordFile(nda, nda.sample),
  );
  const { filledIn, data, changes, changedValues } = judged(nda, nda.sample, file).answer;
  expect({ filledIn, data, changes: changes.map(({ now }) => now), changedValues }).toEqual({
    filledIn: [],
    data: expect.objectContaining({ specialTerms: [words, ...(nda.sample.specialTerms as string[])] }),
    changes: [words],
    changedValues: [],
  });
});

test('a header that is as it was made is not told when a company has its type twice', () => {
  const type = 'private company limited by shares';
  const file = edited(made, (body) => body.replace(type, `${type}, ${type}`));
  expect(told(file).changes.map(([clause]) => clause)).toEqual(['Key Terms']);
});

/** The words of the clause on insurance. */
const CLAUSE = textOf(
  strFromU8(unzipSync(made)['word/document.xml'] as Uint8Array)
    .match(PARAGRAPH)
    ?.find((one) => one.includes('While this agreement lasts, and until')) ?? '',
  'ins',
).trim();
/** The entry of Insurance in a table of contents. */
const contents = (edit: (entry: string) => string, before = '') => {
  const isEntry = (one: string, words: string) => one.includes('"TOC') && one.includes(words);
  const file = wordFile(supply, supply.sample, { toc: true });
  return edited(file, (body) => {
    const entry = [...body.matchAll(PARAGRAPH)].find(([one]) => isEntry(one, 'Insurance'))?.[0] ?? '';
    return body.replace(PARAGRAPH, (one) =>
      isEntry(one, 'Insurance') ? edit(one) : before !== '' && isEntry(one, before) ? entry + one : one,
    );
  });
};

test.each([
  ['that is missing', contents(() => ''), [['Contents', '17. Insurance', '']]],
  [
    'that stands elsewhere',
    contents(() => '', 'Orders'),
    [
      ['Contents', '17. Insurance', ''],
      ['Contents', '', '17. Insurance'],
    ],
  ],
  [
    'that is a clause without a heading',
    contents((entry) => entry + entry.replace(/>[^<]*Insurance</, () => `>${CLAUSE}<`)),
    [['Contents', '', CLAUSE.replace(/\u00a0/g, ' ')]],
  ],
])('an entry of the table of contents %s is told', (_, file, changes) => {
  const { data: _data, ...answer } = told(file);
  expect(answer).toEqual({ ...CHANGED, changes });
});

test('a table of contents without the entry of a clause that is gone is no change of its own', () => {
  const file = edited(
    contents(() => ''),
    (body) => body.replace(PARAGRAPH, (one) => (/Heading(?:(?!<\/w:p>).)*>Insurance</s.test(one) ? '' : one)),
  );
  expect(told(file).changes).toEqual([['17', 'Insurance', '']]);
});

test.each([true, false])(
  'a row of a table of two is one change when it is gone, with a trail: %s',
  (isKnown) => {
    const senior = TEMPLATES.find(
      (one) => named(one) === 'senior-backend-developer-agreement 2.0.0',
    ) as Template;
    const file = edited(wordFile(senior, senior.sample), (body) =>
      body.replace(/<w:tr>(?:(?!<w:tr>).)*?<\/w:tr>/gs, (row) => (row.includes('RC 1482093') ? '' : row)),
    );
    const { changes } = judged(senior, isKnown ? senior.sample : undefined, file).answer;
    const name = /^Key Terms: Baobab Analytics Limited/;
    expect(changes.map(({ clause, kind, now }) => [name.test(clause), kind, now])).toEqual([
      [true, 'deleted', ''],
    ]);
  },
);

const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement') as Template;
const studio = TEMPLATES.find(({ templateId }) => templateId === 'studio-booking-agreement') as Template;

test.each<
  [
    what: string,
    template: Template,
    was: RegExp,
    now: string,
    path: string,
    value: string,
    before: string | null,
  ]
>([
  [
    'an entry that goes on before its full stop',
    supply,
    /(?<=ready for dispatch)(?=\.<)/,
    ' at all times',
    'supplierObligations[0]',
    `${WEEKS} at all times`,
    WEEKS,
  ],
  [
    'the name of a signatory whose title is left',
    nda,
    /Helen Margaret Ashworth/g,
    'Ekow Mensah',
    'parties[1].fullName',
    'Ekow Mensah',
    null,
  ],
  [
    'an amount without its currency',
    studio,
    /₦(?=50,000.00<)/g,
    '',
    'cancellationCharge',
    '50,000.00',
    '₦50,000.00',
  ],
])('%s is one other value, and the others are as they were', (_, template, was, now, path, value, before) => {
  const { sample } = template;
  const file = edited(wordFile(template, sample), (body) => body.replace(was, now));
  const { answer } = judged(template, sample, file);
  const title = expect.any(String);
  expect([answer.changes, answer.changedValues, answer.data]).toEqual([
    [],
    [{ path, title, was: before, now: value, tracked: false, author: null, at: null }],
    withValue(sample, path, value),
  ]);
});

test.each([
  ['Name', 'Subject to contract', 'filled in', [], [['no_field', 'Name', 'Subject to contract']]],
  ['Date', '24 September 2026', 'filled in', [], []],
  ['Date', 'Subject to contract', 'changed', ['Subject to contract'], []],
])('what is written in the blank %s beside a signature is told: %s', (blank, words, verdict, now, told) => {
  const form = formOf(supply);
  const file = edited(wordFile(supply, form), (body) => {
    const last = body.lastIndexOf(`>[${blank}]<`);
    return `${body.slice(0, last)}>${words}<${body.slice(last + blank.length + 4)}`;
  });
  const { answer } = judged(supply, form, file);
  const others = answer.warnings.filter(({ code }) => code === 'no_field');
  expect([answer.verdict, answer.changes.map((one) => one.now), others]).toEqual([
    verdict,
    now,
    told.map(([code, field, text]) => {
      return { code, field, message: `the data have no field for it; the file says ${JSON.stringify(text)}` };
    }),
  ]);
});

test.each([
  ['45\u00a0months', '45 months'],
  ['45 Business Days', '45 Business Days'],
  ['1 day', '1'],
])('the words %s in the place of days are the value %s', (words, value) => {
  const file = edited(made, (body) => body.replace('>30\u00a0days<', `>${words}<`));
  expect(told(file).data).toEqual(withValue(supply.sample, 'paymentDays', value));
});

test('an entry that a tracked change deletes is not in the data', () => {
  const file = inParagraph(keep, (one) =>
    one.replace(/<w:r>.*<\/w:r>/s, deleted).replace('</w:pPr>', `<w:rPr>${mark('del')}/></w:rPr></w:pPr>`),
  );
  const { data, ...rest } = told(file);
  expect([rest, data]).toEqual([
    { ...CHANGED, values: [['supplierObligations[0]', keep, '']] },
    withValue(supply.sample, 'supplierObligations', [inks]),
  ]);
});

test('an entry that begins with the number of a clause has it still', () => {
  const file = edited(made, (body) => body.replace('>Clause 2.2 does', '>2.2 does'));
  const { data } = told(file);
  const [, second = ''] = supply.sample.specialTerms as string[];
  expect(data).toEqual(withValue(supply.sample, 'specialTerms[1]', second.replace('Clause ', '')));
});

test.each<[what: string, template: Template, was: RegExp, words: string, now: string]>([
  [
    'one of its places',
    mechanic,
    /(?<=Musa Abdullahi Garba)(?=<(?:(?!<\/w:p>).)*the Employee)/s,
    ' or his nominee',
    'Signed by Musa Abdullahi Garba or his nominee (the Employee)',
  ],
  [
    'one of two parties that have it',
    nda,
    /(?<=private company limited by shares)(?=<)/,
    ' and members',
    'Sterling Harbour Foods Limited, private company limited by shares and members',
  ],
])('of a value beside which words were put in %s, they are the change', (_, template, was, words, now) => {
  const { sample } = template;
  const file = edited(wordFile(template, sample), (body) => body.replace(was, words));
  const { answer } = judged(template, sample, file);
  expect([
    answer.changes.map((change) => change.now),
    answer.changedValues,
    answer.data,
    answer.warnings,
  ]).toEqual([[now], [], sample, []]);
});
