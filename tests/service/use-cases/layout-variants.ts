import type { TSchema } from '@sinclair/typebox';
import type { DocumentOptions } from '../../../schemas/options.ts';
import type { Letterhead } from '../../../src/formats/document/letterhead.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { dataUrl, PNG_LOGO } from '../profiles/pictures.ts';
import type { Data } from './documents.ts';

export interface LayoutVariant {
  /** "sample, 5 duties, Letter with a letterhead" */
  readonly name: string;
  readonly data: Data;
  readonly options: DocumentOptions;
  readonly letterhead?: Letterhead | undefined;
}

/** A logo as high as a logo can be, and a footer of two lines. */
const LETTERHEAD = {
  logo: { src: dataUrl('png', PNG_LOGO), description: 'Acme' },
  accentColour: '#0b5d3b',
  footer:
    'Acme Group Limited, 12 Marina, Lagos Island, Lagos, Nigeria. Registered in Nigeria, number RC 123456.',
};

const COUNTS = Array.from({ length: 16 }, (_, index) => index + 2);
/** Longer than a line of a signature. */
const LONG_NAME = 'International Holdings and Trading Company of West Africa and the Gulf of Guinea';

/**
 * Variants of a document whose pages end at different places: both kinds of paper, with and without letterhead, with 2
 * to 17 entries in each list of texts, and with 2 to 17 parties.
 */
export function layoutVariants(template: Template): LayoutVariant[] {
  const papers = (['A4', 'Letter'] as const).flatMap((paper) => [
    { name: paper, options: { fillable: 'blanks', paper } } as const,
    {
      name: `${paper} with a letterhead`,
      options: { fillable: 'blanks', paper },
      letterhead: LETTERHEAD,
    } as const,
  ]);
  return papers.flatMap((paper) =>
    dataVariants(template).map(([name, data]) => ({ ...paper, name: `${name}, ${paper.name}`, data })),
  );
}

function dataVariants({ schema, sample }: Template): (readonly [string, Data])[] {
  const least = minimalData(schema, sample) as Data;
  const fields = Object.entries<TSchema>(schema.properties).filter(([, { type }]) => type === 'array');
  return [
    ['the sample', sample],
    ['the least data', least],
    ...fields.flatMap(([field, { items, maxItems = Number.MAX_SAFE_INTEGER }]) =>
      COUNTS.filter((count) => count <= maxItems).flatMap((count): (readonly [string, Data])[] => {
        const given = sample[field] as readonly Data[];
        const many = (some: readonly unknown[]) => ({
          [field]: Array.from({ length: count }, (_, index) => some[index % some.length]),
        });
        const name = `${count} ${field}`;
        if (field !== 'parties')
          return items.type === 'string' ? [[name, { ...sample, ...many(given) }]] : [];
        return [
          [name, { ...sample, ...many(given) }],
          [
            `${name} with little data`,
            { ...least, ...many((least[field] as readonly Data[] | undefined) ?? [{}]) },
          ],
          [`${name} with long names`, { ...sample, ...many(given.map(withLongNames)) }],
        ];
      }),
    ),
  ];
}

function withLongNames(party: Data): Data {
  const names = ['rcName', 'fullName'].filter((name) => party[name] !== undefined);
  return { ...party, ...Object.fromEntries(names.map((name) => [name, `${party[name]} ${LONG_NAME}`])) };
}
