import { expect, test } from 'vitest';
import { parseColor } from '../../../src/formats/docx/css/colors.ts';

// The colours of hsl() are those of CSS Color 4, section 7, rounded.
test.each([
  ['SteelBlue ', '4682B4'],
  ['transparent', 'none'],
  ['#369', '336699'],
  ['#336699', '336699'],
  ['#00000080', '7F7F7F'],
  ['#0000', 'none'],
  ['rgb(51, 102, 153)', '336699'],
  ['rgba(20% 40% 60% / 100%)', '336699'],
  ['rgb(300 -1 0)', 'FF0000'],
  ['rgb(0 0 0 / 0)', 'none'],
  ['hsl(0 100% 50%)', 'FF0000'],
  ['hsl(30, 100%, 50%)', 'FF8000'],
  ['hsl(120 100% 25%)', '008000'],
  ['hsl(210 50% 40%)', '336699'],
  ['hsl(-60 100% 50%)', 'FF00FF'],
  ['hsla(240, 100%, 50%, 0.5)', '8080FF'],
  ['hsl(0 0% 100%)', 'FFFFFF'],
])('writes %s as Word does', (value, expected) => {
  expect(parseColor(value)).toBe(expected);
});

test.each(['', 'nothing', '#12345', '#1234567', 'rgb(1, 2)', 'rgb(a b c)', 'hsl(red 1% 1%)', 'lab(50% 0 0)'])(
  'knows no colour %j',
  (value) => {
    expect(parseColor(value)).toBeUndefined();
  },
);
