import { expect, test } from 'vitest';
import { table } from '../../src/cli/print.ts';

test('columns stand below one another, whatever the script of a name', () => {
  const rows = [
    ['日本語の会社', 'active'],
    ['Ọla\u0301wálé', 'active'],
    ['한국 ☎ 📄', 'active'],
    ['مكتبة', 'active'],
  ];
  expect(table(['NAME', 'STATUS'], rows).split('\n')).toEqual([
    'NAME          STATUS',
    '日本語の会社  active',
    'Ọla\u0301wálé       active',
    '한국 ☎ 📄     active',
    'مكتبة         active',
  ]);
});
