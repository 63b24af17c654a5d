import { expect, test } from 'vitest';
import { table } from '../../../src/ui/cli/print.ts';

test('aligns columns for names in any script', () => {
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
