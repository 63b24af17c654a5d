import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataSchema } from '../../../../src/lib/schema.ts';
import { readCatalogue } from '../../../../src/templating/templates/catalogue.ts';
import { publishSchema } from '../../../../src/templating/templates/publish-schema.ts';
import { openInput } from '../../../../src/ui/cli/batch/input.ts';
import { sampleCsv } from '../../../../src/ui/cli/batch/sample-csv.ts';
import type { Reading } from '../../../../src/ui/rows/cells.ts';
import type { Row } from '../../../../src/ui/rows/row.ts';

const SCHEMA: DataSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    code: { type: 'string' },
    price: { type: 'number' },
    due: { type: 'string', format: 'date' },
    fixed: { type: 'boolean' },
    duties: { type: 'array', items: { type: 'string' } },
    parties: {
      type: 'array',
      items: { type: 'object', properties: { fullName: { type: 'string' }, isCompany: { type: 'boolean' } } },
    },
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'batch-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array, schema = SCHEMA, reading: Reading = {}) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const input = openInput(file, schema, reading);
  const rows: Row[] = [];
  for await (const row of input.rows()) rows.push(row);
  return { rows, headerFaults: input.headerFaults(), remarks: input.remarks() };
}

const dataOf = async (csv: string | Uint8Array) => (await read('rows.csv', csv)).rows.map(({ data }) => data);
const faultsOf = async (csv: string) => (await read('rows.csv', csv)).rows.flatMap(({ faults }) => faults);

describe('the rows of a CSV', () => {
  test('have the types of their fields', async () => {
    const csv =
      'name,code,price,fixed,duties[0],duties[1],parties[0].fullName,parties[1].isCompany\r\n' +
      'Ada "Obi",007,1850000.50,yes,Cook,Clean,"Obi, Ada",TRUE\r\n'.replace('Ada "Obi"', '"Ada ""Obi"""');
    expect(await dataOf(csv)).toEqual([
      {
        name: 'Ada "Obi"',
        code: '007',
        price: 1_850_000.5,
        fixed: true,
        duties: ['Cook', 'Clean'],
        parties: [{ fullName: 'Obi, Ada' }, { isCompany: true }],
      },
    ]);
  });

  test('leave out what is empty, and keep the places of objects alone', async () => {
    const csv = 'name,duties[0],duties[1],parties[0].fullName,parties[1].fullName\n , ,Clean,,Ada\nB,,,,\n';
    expect(await dataOf(csv)).toEqual([
      { duties: ['Clean'], parties: [{}, { fullName: 'Ada' }] },
      { name: 'B' },
    ]);
  });

  test.each([
    ['a byte order mark', '\ufeffname;price\r\nŁódź;5\r\n'],
    ['semicolons', 'name;price\nŁódź;5\n'],
    ['tabs', 'name\tprice\nŁódź\t5'],
    ['lines without values', 'name,price\n,\nŁódź,5\n,\n\n'],
    ['a line that names the separator', 'sep=;\r\nname;price\r\nŁódź;5\r\n'],
    ['a quoted line that names the separator', '\ufeff"sep=|"\nname|price\nŁódź|5\n'],
    ['a separator that the header does not tell', 'sep=,\n"name",price\nŁódź,5\n'],
    ['white space around names', ' name , price\nŁódź, 5 \n'],
  ])('are read with %s', async (_title, csv) => {
    expect(await dataOf(csv)).toEqual([{ name: 'Łódź', price: 5 }]);
  });

  test.each(['1,850,000', '1.234,56', '₦5', '1e3', '1 000', '.5', '0x10'])(
    'refuse %s as a number, with the form that is wanted',
    async (number) => {
      expect(await faultsOf(`price\n"${number}"\n`)).toEqual([
        {
          ...{ row: 1, line: 2 },
          field: 'price',
          message:
            'must be digits with a point before the decimals and nothing between the thousands, such as 1850000.50',
        },
      ]);
    },
  );

  test('refuse a boolean in other words, and a line with more cells than the header', async () => {
    expect(await faultsOf('fixed,name\ntrue,A\nja,B\nno,C,D\n')).toEqual([
      { row: 2, line: 3, field: 'fixed', message: 'must be true, false, yes or no' },
      {
        ...{ row: 3, line: 4 },
        field: '',
        message: 'has 3 cells and the header 2; put a cell with a separator into double quotes',
      },
    ]);
  });

  test('are numbered with blank ones, and by the lines of a spreadsheet', async () => {
    const placesOf = async (file: string, text: string) =>
      (await read(file, text)).rows.map(({ number, line, data }) => [number, line, data.name]);
    const rows = '"A\nA",\n,\n\nB,\n';
    const expected = [
      [1, 2, 'A\nA'],
      [4, 5, 'B'],
    ];
    expect(await placesOf('rows.csv', `name,price\n${rows}`)).toEqual(expected);
    expect(await placesOf('rows.csv', `sep=,\nname,price\n${rows}`)).toEqual(expected);
    expect(await placesOf('rows.csv', `\n,\nname,price\n${rows}`)).toEqual([
      [1, 4, 'A\nA'],
      [4, 7, 'B'],
    ]);
    expect(await placesOf('rows.ndjson', '{"name":"A"}\n\n{"name":"B"}\n')).toEqual([
      [1, 1, 'A'],
      [3, 3, 'B'],
    ]);
  });

  test.each([
    ['comma', ['1850000,50', '1.850.000,50', '1 850 000,50', "1'850'000,5", '1850000,5'], 1_850_000.5],
    ['point', ['1850000.50', '1,850,000.50', '1\u00a0850\u00a0000.50', '1\u202f850\u202f000.5'], 1_850_000.5],
    ['comma', ['1.234', '1234', '1 234,00'], 1_234],
    ['comma', ['-0,50', '-0,5'], -0.5],
    ['point', ['1,234', '1234'], 1_234],
  ] as const)('have numbers with a %s before the decimals: %s', async (decimal, cells, value) => {
    const csv = `price\n${cells.map((cell) => `"${cell}"\n`).join('')}`;
    const { rows } = await read('rows.csv', csv, SCHEMA, { decimal });
    expect(rows.map(({ data, faults }) => [data.price, faults])).toEqual(cells.map(() => [value, []]));
  });

  test.each([
    [
      'comma',
      ['1850000.50', '1,850,000', '1.85', '1.8500,00', ',5', '1.850 000', '1\u00a0850\u202f000', 'abc'],
    ],
    ['point', ['1850000,50', '1.850.000', '1,85', '1,8500.00', '.5', '1,850 000', 'abc']],
  ] as const)('refuse numbers of another form with a %s before the decimals', async (decimal, cells) => {
    const csv = `price\n${cells.map((cell) => `"${cell}"\n`).join('')}`;
    const { rows, remarks } = await read('rows.csv', csv, SCHEMA, { decimal });
    const example = { comma: '1850000,50', point: '1850000.50' }[decimal];
    const message = `must be a number with a ${decimal} before the decimals, such as ${example}`;
    expect([rows.flatMap(({ faults }) => faults), remarks]).toEqual([
      cells.map((_, index) => ({ row: index + 1, line: index + 2, field: 'price', message })),
      [],
    ]);
  });

  test.each([
    ['dmy', ['31/12/2026', '31.12.2026', '31-12-2026', '2026-12-31']],
    ['mdy', ['12/31/2026', '12.31.2026', '12-31-2026', '2026-12-31']],
    ['ymd', ['2026/12/31', '2026.12.31', ' 2026-12-31 ']],
  ] as const)('have dates in the order %s: %s', async (dates, cells) => {
    const csv = `due,name\n${cells.map((cell) => `${cell},${cell}\n`).join('')}`;
    const { rows } = await read('rows.csv', csv, SCHEMA, { dates });
    expect(rows.map(({ data }) => data)).toEqual(cells.map((name) => ({ due: '2026-12-31', name })));
  });

  test('have dates as they are when they have another form, for the service to refuse', async () => {
    const cells = ['31/12/26', '31/12-2026', '1/2/2026', '2026/12/31', 'soon'];
    const { rows } = await read('rows.csv', `due\n${cells.join('\n')}`, SCHEMA, { dates: 'dmy' });
    expect(rows.map(({ data }) => data.due)).toEqual([...cells.slice(0, 2), '2026-02-01', ...cells.slice(3)]);
  });

  test('say once for each column how a cell that is no value could be read', async () => {
    const csv = 'due;price;code\n31/12/2026;1.850.000,50;1,5\n01/02/2026;1,234;x\n2026-02-30;abc;\n';
    expect((await read('rows.csv', csv)).remarks).toEqual([
      'due is "31/12/2026" in row 1 (line 2), which is a value with --dates dmy',
      'price is "1.850.000,50" in row 1 (line 2), which is a value with --decimal comma',
    ]);
    expect((await read('rows.csv', 'due;price\n01/02/2026;1,234\n')).remarks).toEqual([
      'due is "01/02/2026" in row 1 (line 2), which is a value with --dates dmy or --dates mdy',
      'price is "1,234" in row 1 (line 2), which is a value with --decimal comma or --decimal point',
    ]);
  });

  test('have a header that names each field once', async () => {
    const { rows, headerFaults } = await read(
      'rows.csv',
      'nmae,name,name,parties.fullName,parties[0],,__proto__\na,b,c,d,e,f,g\n',
    );
    expect(rows.map(({ data }) => data)).toEqual([{ name: 'c' }]);
    expect(headerFaults).toEqual([
      'no field is called nmae; did you mean name?',
      'two columns are called name; keep one of them',
      'no field is called parties.fullName; did you mean parties[0].fullName?',
      'no field is called parties[0]; did you mean parties[0].fullName?',
      'column 6 has no name',
      'no field is called __proto__',
    ]);
    expect((await read('empty.csv', '')).headerFaults).toEqual([
      'the file is empty; its first line names the fields',
    ]);
  });

  test('say where a file is no CSV', async () => {
    await expect(read('rows.csv', Buffer.from([0x6e, 0x0a, 0xff, 0xfe]))).rejects.toThrow(
      /rows\.csv is not CSV in UTF-8: it has bytes that are not UTF-8; save it as "CSV UTF-8", or an \.xlsx as CSV$/,
    );
    await expect(read('rows.csv', 'name,price\n"a"b,5\n')).rejects.toThrow(
      /rows\.csv is not CSV in UTF-8: line 2: /,
    );
    await expect(read('rows.xlsx', 'x')).rejects.toThrow(
      /rows\.xlsx is neither a \.csv nor an \.ndjson file: save the table as CSV in UTF-8$/,
    );
  });
});

test('the rows of NDJSON are its objects; other lines are faults of their rows', async () => {
  const { rows } = await read('rows.ndjson', '\ufeff{"name":"A"}\r\n\n[1]\n{"name":\n{"name":"B"}');
  expect(rows.map(({ number, data }) => [number, data])).toEqual([
    [1, { name: 'A' }],
    [3, {}],
    [4, {}],
    [5, { name: 'B' }],
  ]);
  expect(rows.flatMap(({ faults }) => faults).map(({ row, message }) => [row, message.slice(0, 11)])).toEqual(
    [
      [3, 'is not a JS'],
      [4, 'is not JSON'],
    ],
  );
});

const templates = [...(await readCatalogue()).values()].flat();

test.each(templates.map((one) => [`${one.templateId} ${one.version}`, one] as const))(
  'the CSV of %s has the whole sample',
  async (_name, template) => {
    const { sample } = template;
    const published = publishSchema(template, '') as DataSchema;
    const { rows, headerFaults, remarks } = await read('sample.csv', sampleCsv(published, sample), published);
    expect({ rows, headerFaults }).toEqual({
      rows: [{ number: 1, line: 2, data: sample, faults: [] }],
      headerFaults: [],
    });
    expect(remarks.filter((remark) => remark.includes('--'))).toEqual([]);
  },
);
