import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { makeOptional, makeRequired, withRequired } from './conditions.ts';
import { distinctive } from './distinctive.ts';
import type { Data, Workshop } from './documents.ts';
import { type Field, fieldName, fieldsOf, valueAt, withValue } from './schema-fields.ts';
import { blanksOf, differing, type Section, sectionsOf } from './sections.ts';

/** Maximum number of choices to try; the list of countries is too long to try all. */
const MAX_CHOICES = 10;

/**
 * The places of each field of a template: the headings under which its value changes the complete sample, and the text
 * that is printed without the value, such as the blank `[address]`.
 */
export async function placesOf(workshop: Workshop, template: Template): Promise<string> {
  const { schema, sample } = template;
  // Most fields are compared with the same documents.
  const known = new Map<string, Promise<Printed>>();
  const print = (data: Data): Promise<Printed> => {
    const complete = withRequired(schema, data, sample);
    const key = JSON.stringify(complete);
    const printed = known.get(key) ?? workshop.html(template, complete).then(readPrinted);
    known.set(key, printed);
    return printed;
  };

  const headings = async (field: Field) => {
    const documents = valuesOf(field, sample).map((value) =>
      print(makeRequired(schema, withValue(sample, field.path, value), field.path[0])),
    );
    return differing((await Promise.all(documents)).map(({ sections }) => sections));
  };
  const leftOut = async ({ path, isRequired }: Field) => {
    if (isRequired) return 'required';
    const base = makeOptional(schema, sample, path[0]);
    return insteadOf(await print(base), await print(withValue(base, path, undefined)));
  };
  const lines = fieldsOf(schema, sample).map(
    async (field) =>
      `${fieldName(field.path)}\n      in: ${(await headings(field)).join('; ')}\n      without it: ${await leftOut(field)}\n`,
  );
  return (await Promise.all(lines)).join('');
}

interface Printed {
  readonly sections: readonly Section[];
  /** The labels of the blanks. */
  readonly blanks: readonly string[];
}

function readPrinted(html: string): Printed {
  return { sections: sectionsOf(html), blanks: blanksOf(html) };
}

function valuesOf(field: Field, sample: Data): readonly unknown[] {
  if (field.kind === 'flag') return [true, false];
  if (field.kind !== 'choice') return [distinctive(field).value, valueAt(sample, field.path)];
  const { enum: choices } = field.schema;
  const step = Math.ceil(choices.length / MAX_CHOICES);
  return choices.filter((_: unknown, index: number) => index % step === 0);
}

/** The blanks of a document that the document with the field does not have. */
function insteadOf(given: Printed, without: Printed): string {
  const blanks = [...without.blanks];
  for (const label of given.blanks) if (blanks.includes(label)) blanks.splice(blanks.indexOf(label), 1);
  if (blanks.length > 0) return blanks.map((label) => `[${label}]`).join(' ');
  const before = new Set(given.sections.flatMap(({ blocks }) => blocks));
  const others = without.sections.flatMap(({ blocks }) => blocks.filter((block) => !before.has(block)));
  return others.length > 0 ? 'other words' : 'nothing';
}
