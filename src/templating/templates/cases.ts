import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';
import { rulesOf } from '../../../schemas/shared/warnings.ts';
import { type Data, isFields, pathOf, type Step, withValue } from '../../lib/paths.ts';
import { upperFirst } from '../../lib/words-of.ts';
import { minimalData } from './minimal-data.ts';
import type { Template } from './template.ts';

/** Valid data to look at a text with, and what they show, in words for whoever writes it. */
export interface Case {
  /** The same for the same schema and sample. */
  readonly id: string;
  readonly title: string;
  /** Path of the field in which it differs from the sample. */
  readonly field?: string;
  readonly data: Data;
}

/** The longest schema has 71. */
const MAX_CASES = 80;

/** A longer list, such as that of the countries, is not tried value by value. */
const MAX_CHOICES = 8;

/**
 * The sample, the least data, and the sample with each condition turned over: each yes or no, each choice, each optional
 * field given or left out, each list with one entry. Those that decide the most words come first.
 */
export function casesOf({ schema, sample, validate }: Template): Case[] {
  const least = withNeeded(schema, sample, minimalData(schema, sample) as Data);
  const cases: Case[] = [{ id: 'sample', title: 'Sample', data: sample }];
  if (!isDeepStrictEqual(least, sample)) cases.push({ id: 'least', title: 'Least data', data: least });
  const changes = changesOf(schema, sample, [], '');
  for (const { kind, path, title, value } of changes.toSorted((one, other) => order(one) - order(other))) {
    const changed = withValue(sample, pathOf(path), value);
    const verdict = validate(settle(schema, sample, changed));
    if (!verdict.valid || cases.some(({ data }) => isDeepStrictEqual(data, verdict.value))) continue;
    const field = pathOf(path);
    cases.push({ id: `${field} ${kind === 'turned' ? value : kind}`, title, field, data: verdict.value });
  }
  return cases.slice(0, MAX_CASES);
}

type Path = readonly Step[];

const KINDS = ['turned', 'given', 'one entry', 'left out'] as const;

/** A field of the sample with another value; `undefined` leaves it out. */
interface Change {
  readonly kind: (typeof KINDS)[number];
  readonly path: Path;
  readonly title: string;
  readonly value: unknown;
}

function order({ kind }: Change): number {
  return KINDS.indexOf(kind);
}

/** @param around title of the entry that the fields are in, "Party 1: " */
function changesOf(schema: TSchema, sample: Data, above: Path, around: string): Change[] {
  return Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = [...above, name];
    const value = sample[name];
    return [...ownChanges(field, value, path, around), ...changesWithin(field, value, path)];
  });
}

function ownChanges(field: TSchema, value: unknown, path: Path, around: string): Change[] {
  const { title = '', examples = [] } = field;
  const change = (kind: Change['kind'], words: string, value: unknown): Change => ({
    ...{ kind, path, value },
    title: upperFirst(around + words),
  });
  const others = answersOf(field)
    .filter(([answer]) => answer !== value)
    .map(([answer, words]) => change('turned', `${title}: ${words}`, answer));
  if (value === undefined)
    return others.length > 0 || examples.length === 0
      ? others
      : [change('given', `with ${lowerFirst(title)}`, examples[0])];
  const shortened =
    Array.isArray(value) && value.length > 1
      ? [change('one entry', `${title}: one entry`, value.slice(0, 1))]
      : [];
  return [...others, ...shortened, change('left out', `without ${lowerFirst(title)}`, undefined)];
}

/** What can be chosen, and the words for it. */
function answersOf({ type, enum: values, choices }: TSchema): readonly (readonly [unknown, string])[] {
  if (type === 'boolean')
    return [
      [true, 'yes'],
      [false, 'no'],
    ];
  if (values === undefined || values.length > MAX_CHOICES) return [];
  return choices ?? values.map((value: string) => [value, value]);
}

/** Of a list, in its first entry. */
function changesWithin(field: TSchema, value: unknown, path: Path): Change[] {
  const { items, title = '' } = field;
  const [first]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (items?.properties !== undefined && isFields(first))
    return changesOf(items, first, [...path, 0], `${items.title ?? title} 1: `);
  return isFields(value) ? changesOf(field, value, path, `${title}: `) : [];
}

/**
 * Data in which an answer was changed, as a person sends them: without the fields whose condition does not hold any more,
 * and with those whose condition or need has come.
 */
function settle(schema: TSchema, sample: Data, changed: Data): Data {
  let settled = changed;
  for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {})) {
    const conditions = rulesOf(field).filter((rule) => rule.isCondition);
    if (conditions.length === 0) continue;
    const [example] = field.examples ?? [];
    const isDenied = (data: Data) =>
      conditions.some((rule) => rule.holds(data[name] ?? example, { data, before: [] }));
    if (isDenied(settled)) settled = withValue(settled, name, undefined);
    else if (sample[name] === undefined && isDenied(sample)) settled = withValue(settled, name, example);
  }
  return withNeeded(schema, sample, settled);
}

/** With the fields that the answers in the data ask for. */
function withNeeded(schema: TSchema, sample: Data, data: Data): Data {
  let all = data;
  for (const rule of schema.allOf ?? []) {
    for (const name of neededBy(rule, all)) {
      const value = all[name] ?? sample[name] ?? schema.properties[name]?.examples?.[0];
      all = withValue(all, name, value);
    }
  }
  return all;
}

/** The fields that a rule of `requiredWhen` (schemas/shared/fields.ts) asks for. */
function neededBy({ if: condition, then: needed }: TSchema, data: Data): readonly string[] {
  const [name = '']: readonly string[] = condition?.required ?? [];
  const isMet = condition?.properties?.[name]?.enum?.includes(data[name]);
  return isMet ? (needed?.required ?? []) : [];
}

/** "Special terms" → "special terms"; a name in capitals stays. */
function lowerFirst(words: string): string {
  return /^[A-Z][^A-Z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
