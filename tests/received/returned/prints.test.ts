import { expect, test } from 'vitest';
import { accepted, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { knownOf, printing, readBack, wordFile } from './reading.ts';

/** How often the exact text is printed until an untouched file with a trail is read. */
function printsOf(template: (typeof TEMPLATES)[number]): number {
  const print = printing(template);
  let prints = 0;
  readBack(template, wordFile(template, template.sample), {
    ...knownOf(template, accepted(template, template.sample)),
    print: (data) => {
      prints += 1;
      return print(data);
    },
  });
  return prints;
}

test('what the trail confirms is not searched', () => {
  // The text with its data, and with all of its blanks. An address that can be divided in two ways is printed once more.
  const prints = TEMPLATES.map((template) => [named(template), printsOf(template)]);
  expect(prints.filter(([, times]) => times !== 2)).toEqual([
    ['junior-devops-engineer-agreement 2.0.0', 3],
    ['junior-devops-engineer-agreement 1.0.0', 3],
  ]);
});
