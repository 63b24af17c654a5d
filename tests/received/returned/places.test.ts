import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { leavesOf, valueAt } from '../../../src/lib/paths.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited, withoutControls } from './fill-word.ts';
import { judged, readAndJudged } from './judged.ts';
import { PROGRAMS } from './programs.ts';
import { dataOf, knownOf, readBack, wordFile } from './reading.ts';

// A file that differs is compared with some hundred texts.
vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const template = (name: string) => TEMPLATES.find((one) => named(one) === name) as Template;
const policy = template('environmental-policy 1.0.0');
const booking = template('studio-booking-agreement 1.0.0');
const labour = template('labour-policy 1.0.0');
const junior = template('junior-devops-engineer-agreement 2.0.0');
const nda = template('non-disclosure-agreement 1.0.0');
const esg = template('esg-policy 1.0.0');
const supply = template('supplier-agreement 1.0.0');
const senior = template('senior-backend-developer-agreement 1.0.0');
const backend = template('senior-backend-developer-agreement 2.0.0');

/** What is read of a file without controls, whose trail is known. */
function read(one: Template, edit: (body: string) => string) {
  return readAndJudged(one, one.sample, edited(withoutControls(wordFile(one, one.sample)), edit));
}

const TEXT = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;

const NAME = 'Volta Cashew Processing Limited';

test.each([
  ['changed', 'Volta Trading Limited', [{ clause: 'Approval', text: 'Volta Trading Limited' }]],
  ['removed', '', [{ clause: 'Approval', text: '' }]],
])('a value that was %s in one of its places is a contradiction, in silence or tracked', (_, text, now) => {
  const places = (body: string) => body.split(NAME).length - 1;
  for (const isTracked of [false, true]) {
    const { values, changes } = read(policy, (body) => {
      expect(places(body)).toBeGreaterThan(1);
      const at = body.lastIndexOf(NAME);
      const end = '</w:t></w:r>';
      const run = (words: string, tag = 't') =>
        `<w:r><w:${tag} xml:space="preserve">${words}</w:${tag}></w:r>`;
      const by = 'w:id="900" w:author="Ada Obi"';
      const change = `${end}<w:del ${by}>${run(NAME, 'delText')}</w:del><w:ins ${by}>${run(text)}</w:ins><w:r><w:t xml:space="preserve">`;
      return body.slice(0, at) + (isTracked ? change : text) + body.slice(at + NAME.length);
    });
    const found = values.filter(({ contradiction }) => contradiction !== undefined);
    expect(found.map(({ paths }) => paths)).toEqual([['rcName']]);
    expect(found[0]?.contradiction).toEqual(expect.arrayContaining(now));
    expect(found[0]?.contradiction?.filter((one) => one.text === NAME)).not.toEqual([]);
    expect(changes).toEqual([]);
  }
});

test('a value whose row was deleted by a tracked change is gone', () => {
  const { values, lost, changes } = read(policy, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*Version(?:(?!<\/w:tr>).)*<\/w:tr>/s, (row) =>
      row
        .replace('<w:tr>', '<w:tr><w:trPr><w:del w:id="900" w:author="Ada Obi"/></w:trPr>')
        .replace(/<w:trPr>(<w:del [^>]*\/>)<\/w:trPr><w:trPr>(.*?)<\/w:trPr>/s, '<w:trPr>$2$1</w:trPr>')
        .replace(
          /<w:r>(?:(?!<\/w:r>).)*<\/w:r>/gs,
          (run) =>
            `<w:del w:id="901" w:author="Ada Obi">${run.replaceAll('w:t xml', 'w:delText xml').replaceAll('</w:t>', '</w:delText>')}</w:del>`,
        ),
    ),
  );
  expect(values.flatMap(({ paths }) => paths)).not.toContain('policyVersion');
  expect(lost).toEqual(['policyVersion']);
  expect(changes.map(({ kind, was, tracked }) => [kind, was, tracked])).toEqual([
    ['deleted', 'Version\t3.0', true],
  ]);
});

test('a row more beside the parties, without controls, is no party', () => {
  const { values, changes } = read(booking, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Artist<(?:(?!<\/w:tr>).)*<\/w:tr>/s, (row) => {
      const cell = (words: string) => `<w:tc><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:tc>`;
      return `<w:tr>${cell('Delivery window of the goods')}${cell('From 8 am to noon on workdays, but never on a Sunday.')}</w:tr>${row}`;
    }),
  );
  expect(changes.map(({ kind, now }) => [kind, now])).toEqual([
    ['inserted', 'Delivery window of the goods\tFrom 8 am to noon on workdays, but never on a Sunday.'],
  ]);
  const roles = values.filter(({ paths }) => /^parties.*(?:definition|fullName)$/.test(paths.join()));
  expect(roles.map(({ paths, options }) => [paths[0], options[0]?.[0]])).toEqual(
    expect.arrayContaining([
      ['parties[1].definition', 'Artist'],
      ['parties[1].fullName', 'Amina Folasade Bello'],
    ]),
  );
});

test.each([
  ['a word more', policy, 'Contact for concerns', 'Contact at least for concerns'],
  ['another word', labour, 'Minimum age', 'Least age'],
  ['another case', esg, 'Net Zero by', 'Net zero by'],
  ['other words', esg, 'Net Zero by', 'Climate aim'],
])('a row whose label has %s keeps its value', (_, one, label, other) => {
  for (const known of [knownOf(one, one.sample), undefined]) {
    const file = edited(withoutControls(wordFile(one, one.sample)), (body) =>
      body.replace(`>${label}<`, `>${other}<`),
    );
    const { values } = readBack(one, file, known).reading;
    const right = new Map<string, unknown>(leavesOf(one.sample));
    expect(new Map([...dataOf({ reading: { values } }, right)].sort())).toEqual(new Map([...right].sort()));
  }
});

test.each([
  [
    'row of a condition',
    /<w:tr>(?:(?!<\/w:tr>).)*>Hybrid: (?:(?!<\/w:tr>).)*<\/w:tr>/s,
    'Place of work\tHybrid: at the Workplace and remote',
  ],
  [
    'sentence of a governing law',
    /<w:p>(?:(?!<\/w:p>).)*>What the law reserves for (?:(?!<\/w:p>).)*<\/w:p>/s,
    'What the law reserves for the National Industrial Court of Nigeria is decided by that court.',
  ],
])('a %s that is gone was there, when the trail knows with what the file was made', (_, xml, was) => {
  const { values, changes } = read(senior, (body) => body.replace(xml, ''));
  expect(changes.map((change) => [change.kind, change.was])).toEqual([['deleted', was]]);
  const right = new Map<string, unknown>(leavesOf(senior.sample));
  expect(new Map([...dataOf({ reading: { values } }, right)].sort())).toEqual(new Map([...right].sort()));
});

test('a word before a value is a change, and may be a part of it, in silence or tracked, also where another value stands in its line', () => {
  const { sample } = nda;
  const name = valueAt(sample, 'parties[1].rcName');
  for (const word of [TEXT('not '), `<w:ins w:id="900" w:author="Ada Obi">${TEXT('not ')}</w:ins>`]) {
    const file = edited(wordFile(nda, sample, { fillable: 'all' }), (body) => {
      const at = body.indexOf('<w:sdt>', body.lastIndexOf('Signed for and on behalf of'));
      return body.slice(0, at) + word + body.slice(at);
    });
    const { values, changes } = readAndJudged(nda, sample, file);
    expect(changes.map(({ kind, now }) => [kind, now])).toEqual([
      ['changed', `Signed for and on behalf of not ${name} (Pennine)`],
    ]);
    const found = values.filter(({ contradiction }) => contradiction !== undefined);
    expect(found.map(({ paths }) => paths)).toEqual([['parties[1].rcName']]);
    expect(found[0]?.contradiction?.map(({ text }) => text)).toEqual([name, `not ${name}`]);
  }
});

test('words behind a choice that is printed in other words do not make another choice of it', () => {
  const file = edited(withoutControls(wordFile(esg, esg.sample)), (body) =>
    body.replace('once a year, next by', 'once a year, vendor promptly next by'),
  );
  const { values, changes } = readAndJudged(esg, undefined, file);
  expect(values.find(({ paths }) => paths[0] === 'reviewPeriod')?.options).toEqual([['Annually']]);
  expect(changes.map(({ kind, was, now }) => [kind, was.slice(0, 51), now.slice(0, 67)])).toEqual([
    [
      'changed',
      'The Owner must review this policy once a year, next',
      'The Owner must review this policy once a year, vendor promptly next',
    ],
  ]);
});

test('a long clause of a condition that was joined to the next one does not make another condition of it', () => {
  const { values, changes } = read(supply, (body) =>
    body.replace(
      /<\/w:p><w:p>(?:<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>)?(?=(?:(?!<\/w:p>).)*>If someone else claims that )/s,
      TEXT(' '),
    ),
  );
  const right = new Map<string, unknown>(leavesOf(supply.sample));
  expect(new Map([...dataOf({ reading: { values } }, right)].sort())).toEqual(new Map([...right].sort()));
  expect(changes.map(({ kind, was }) => [kind, was.slice(0, 51)])).toEqual([
    ['changed', 'The rights in the Work Results pass to the Customer'],
    ['deleted', 'If someone else claims that the Supplies infringe r'],
    ['marked', ''],
  ]);
});

test('the first half of a paragraph that was split below a table is no value of it', () => {
  const { values, changes } = read(policy, (body) =>
    body.replace(' with instruments', `</w:t></w:r></w:p><w:p>${TEXT('with instruments')}<w:r><w:t>`),
  );
  const right = new Map<string, unknown>(leavesOf(policy.sample));
  expect(new Map([...dataOf({ reading: { values } }, right)].sort())).toEqual(new Map([...right].sort()));
  const half = 'Energy, water, waste, emissions and Incidents must be measured';
  expect(
    changes.map(({ kind, was, now }) => [kind, was.slice(0, half.length), now.slice(0, half.length)]),
  ).toEqual([
    ['inserted', '', half],
    ['changed', half, expect.stringMatching(/^with instruments/)],
    ['marked', '', expect.stringMatching(/^with instruments/)],
  ]);
});

test('the first half of a paragraph that was split below a list is no entry of it', () => {
  const { values, changes } = read(backend, (body) =>
    body.replace('In any case the ', `In any case the</w:t></w:r></w:p><w:p><w:r><w:t>`),
  );
  expect(values.flatMap(({ paths }) => paths)).not.toContain('duties[4]');
  expect(changes.map(({ kind, now }) => [kind, now])).toEqual([
    ['inserted', 'In any case the'],
    ['changed', 'job of Senior Backend Developer includes:'],
    ['marked', 'job of Senior Backend Developer includes:'],
  ]);
});

test('of a value that one place has otherwise, that place alone was changed, without a trail', () => {
  const { sample } = esg;
  const name = String(sample.rcName);
  const file = edited(wordFile(esg, sample), (body) => {
    const at = body.lastIndexOf(name);
    return `${body.slice(0, at)}Accra Cocoa${body.slice(at + name.length)}`;
  });
  const line = 'Signed for and on behalf of $1 (the Company)';
  expect(readAndJudged(esg, undefined, file).changes.map(({ was, now }) => [was, now])).toEqual([
    [line.replace('$1', name), line.replace('$1', 'Accra Cocoa')],
  ]);
});

test('of a value whose row is gone, while a clause speaks of it, no other value is told', () => {
  const { changes, lost } = read(senior, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Collective agreement<(?:(?!<\/w:tr>).)*<\/w:tr>/s, ''),
  );
  expect(changes.map(({ kind, was }) => [kind, was])).toEqual([
    ['deleted', 'Collective agreement\tThe staff agreement of 12 May 2026 with the Digital Workers Union'],
  ]);
  expect(lost).toEqual(['collectiveAgreement']);
});

test('a clause that is gone has the words that were printed for a value, also when the row of that is gone', () => {
  const { changes, lost } = read(senior, (body) =>
    body
      .replace(/<w:tr>(?:(?!<\/w:tr>).)*>Arbitration rules<(?:(?!<\/w:tr>).)*<\/w:tr>/s, '')
      .replace(/<w:p>(?:(?!<\/w:p>).)* is finally decided by arbitration (?:(?!<\/w:p>).)*<\/w:p>/s, ''),
  );
  expect(changes.map(({ kind, was }) => [kind, was])).toEqual([
    ['deleted', 'Arbitration rules\tThe Rules of the Lagos Court of Arbitration'],
    ['deleted', expect.stringContaining('under the arbitration rules stated there')],
  ]);
  expect(lost).toEqual(['arbitrationRules']);
});

test('words that are gone with a value are told without it, for nobody knows it any more', () => {
  const file = edited(withoutControls(wordFile(supply, supply.sample)), (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Fixed period: (?:(?!<\/w:tr>).)*<\/w:tr>/s, ''),
  );
  const other = { ...supply, sample: { ...supply.sample, duration: '36' } };
  const { changes, lost } = readAndJudged(other, supply.sample, file);
  expect(changes.map(({ kind, was }) => [kind, was])).toEqual([
    ['deleted', 'Length\tFixed period: [Duration: as made]'],
  ]);
  expect(lost).toEqual(['duration']);
});

test('of an address whose cell is empty, the values are told and not the commas between them', () => {
  const file = edited(withoutControls(wordFile(junior, junior.sample)), (body) =>
    body.replace(/(<w:tc>(?:(?!<w:tc>).)*)<w:p>(?:(?!<w:tc>).)*>Adétóún(?:(?!<\/w:tc>).)*/s, '$1<w:p/>'),
  );
  const { changes, changedValues } = judged(junior, junior.sample, file).answer;
  expect([changes, changedValues?.map(({ path, now }) => [path, now])]).toEqual([
    [],
    ['firstName', 'lastName', 'address', 'town', 'city', 'country', 'employeeEmail'].map((path) => [
      path,
      '',
    ]),
  ]);
});

test('a row that is gone is one act, so that it does not make another condition of what the trail knows', () => {
  const { changes, lost } = read(template('junior-devops-engineer-agreement 1.0.0'), (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Office days a week<(?:(?!<\/w:tr>).)*<\/w:tr>/s, ''),
  );
  expect(changes.map(({ kind, was }) => [kind, was])).toEqual([['deleted', 'Office days a week\t3 days']]);
  expect(lost).toEqual(['hybridOfficeDays']);
});

test('a row of an amount that is gone does not make another currency of the others, without a trail', () => {
  const file = edited(withoutControls(wordFile(supply, supply.sample)), (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Insurance per claim<(?:(?!<\/w:tr>).)*<\/w:tr>/s, ''),
  );
  const { values, made } = readBack(supply, file).reading;
  expect([made?.currency, made?.customCurrency]).toEqual(['NGN', undefined]);
  expect(values.filter(({ paths }) => /currency/i.test(paths.join()))).toEqual([
    { paths: ['currency'], options: [['NGN']], isFilledIn: false },
  ]);
});

test('a clause that was moved above a list leaves the entries of the list as they are', () => {
  const start = 'designing, building and maintaining server-side applications';
  const { values, changes } = read(template('senior-backend-developer-agreement 2.0.0'), (body) => {
    const [clause = ''] =
      new RegExp(`<w:p>(?:(?!</w:p>).)*>${start}(?:(?!</w:p>).)*</w:p>`, 's').exec(body) ?? [];
    return body
      .replace(clause, '')
      .replace(/(?<=>The particular tasks of (?:(?!<\/w:p>).)*<\/w:p>)/s, clause);
  });
  expect(changes.map(({ kind, was, now }) => [kind, was, now])).toEqual([
    ['inserted', '', expect.stringContaining(start)],
    ['deleted', expect.stringContaining(start), ''],
  ]);
  const duties = values.filter(({ paths }) => paths.join().startsWith('duties'));
  expect(duties.map(({ paths }) => paths)).toEqual([0, 1, 2, 3].map((index) => [`duties[${index}]`]));
});

test('of the only amount, whose row was deleted by a tracked change, the currency is gone too', () => {
  const { values, lost } = read(senior, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Gross salary<(?:(?!<\/w:tr>).)*<\/w:tr>/s, (row) =>
      row.replace(
        /<w:r>(?:(?!<\/w:r>).)*<\/w:r>/gs,
        (run) =>
          `<w:del w:id="901" w:author="Ada Obi">${run.replace(/<(\/?)w:t(?=[ >])/g, '<$1w:delText')}</w:del>`,
      ),
    ),
  );
  expect(values.flatMap(({ paths }) => paths)).not.toContain('currency');
  expect(lost).toEqual(['currency', 'grossSalary']);
});

test('a clause that was moved above a table is no caption of it', () => {
  const text = 'Beyond the clauses above, the Company must keep these commitments of its own.';
  const { changes } = read(labour, (body) => {
    const rest = body.replace(
      /<w:p>(?:(?!<\/w:p>).)*>Beyond the clauses above, (?:(?!<\/w:p>).)*<\/w:p>/s,
      '',
    );
    const above = rest.indexOf('</w:p>', rest.indexOf('This policy is approved')) + '</w:p>'.length;
    return `${rest.slice(0, above)}<w:p>${TEXT(text)}</w:p>${rest.slice(above)}`;
  });
  expect(changes.map(({ kind, was, now }) => [kind, was, now])).toEqual([
    ['deleted', text, ''],
    ['inserted', '', text],
  ]);
});

test('a clause that stands twice above a table is no caption of it', () => {
  const text = 'This policy is approved and takes effect as stated on the first page.';
  const { changes } = read(labour, (body) =>
    body.replace(
      new RegExp(`<w:p>(?:(?!</w:p>).)*>${text}<(?:(?!</w:p>).)*</w:p>`, 's'),
      (clause) => clause + clause,
    ),
  );
  expect(changes.map(({ kind, was, now }) => [kind, was, now])).toEqual([['inserted', '', text]]);
});

test('a row of a condition that is gone is that of the value that fits the other clauses, also without a trail', () => {
  const { sample } = junior;
  const file = edited(withoutControls(wordFile(junior, sample)), (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*>Days of work<(?:(?!<\/w:tr>).)*<\/w:tr>/s, ''),
  );
  expect(readAndJudged(junior, undefined, file).changes.map(({ kind, was }) => [kind, was])).toEqual([
    ['deleted', 'Days of work\tMonday to Friday'],
  ]);
});

test.each([
  ['also when it is the longer one', esg, 'commits itself to', {}],
  ['as another place says it', senior, 'is finally decided by arbitration', { dispute: undefined }],
])(
  'a clause that is gone is that of one value of its condition, without a trail: %s',
  (_, one, words, other) => {
    const clause = new RegExp(`<w:p>(?:(?!</w:p>).)* ${words} (?:(?!</w:p>).)*</w:p>`, 's');
    const file = edited(withoutControls(wordFile(one, one.sample)), (body) => body.replace(clause, ''));
    const { changes } = readAndJudged({ ...one, sample: { ...one.sample, ...other } }, undefined, file);
    expect(changes.map(({ kind, was }) => [kind, was])).toEqual([
      ['deleted', expect.stringContaining(words)],
    ]);
  },
);

test('a clause that was moved is that of the value of its condition, without a trail', () => {
  const words = 'what it needs of the kind described';
  const file = edited(withoutControls(wordFile(supply, supply.sample)), (body) => {
    const [clause = ''] =
      new RegExp(`<w:p>(?:(?!</w:p>).)*${words}(?:(?!</w:p>).)*</w:p>`, 's').exec(body) ?? [];
    return body
      .replace(clause, '')
      .replace(/(?=<w:p>(?:(?!<\/w:p>).)*>No party is liable to another for lost)/s, clause);
  });
  const { changes } = readAndJudged(supply, undefined, file);
  expect(changes.map(({ kind, was, now }) => [kind, was, now])).toEqual([
    ['deleted', expect.stringContaining(words), ''],
    ['inserted', '', expect.stringContaining(words)],
  ]);
});

test('a clause that was added above the heading of a list is no entry of it', () => {
  const text = 'Interest of 2.5% a month runs from the day after the invoice.';
  const { changes } = read(supply, (body) =>
    body.replace(
      /(?<=>The parties must continue to perform (?:(?!<\/w:p>).)*<\/w:p>)/s,
      `<w:p>${TEXT(text)}</w:p>`,
    ),
  );
  expect(changes.map(({ kind, now }) => [kind, now])).toEqual([['inserted', text]]);
});

test('numbers that a program has typed, other ones below a clause that is gone, are no changes', () => {
  const words = 'Dust, smoke, solvents and smells must be captured at their source.';
  const gone = edited(wordFile(policy, policy.sample), (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (one) =>
      one.includes('Emissions must be avoided') ? '' : one,
    ),
  );
  const [, typed] = PROGRAMS.find(([name]) => name === 'numbers typed') ?? PROGRAMS[0];
  const { answer, read: found } = judged(policy, undefined, typed(gone));
  expect(found.lines.map(({ before }) => before.text).filter((text) => text.includes(words))).toEqual([
    expect.stringMatching(/^7\.2 Dust/),
  ]);
  expect(answer.changes.map(({ clause, kind }) => [clause, kind])).toEqual([['7.2', 'deleted']]);
});
