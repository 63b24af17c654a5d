import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { HELP, NON_BLANK, object, SECTION } from '../../../../schemas/shared/fields.ts';
import { onlyIf, rulesOf, WARNINGS } from '../../../../schemas/shared/warnings.ts';
import { isFieldName } from '../../../lib/field-name.ts';
import { isFields } from '../../../lib/paths.ts';
import { upperFirst } from '../../../lib/words-of.ts';
import { BODY_LIMITS } from '../../validation/body-limits.ts';
import { interpretValidator } from '../../validation/validator.ts';
import { DRAFT, MONEY_NOTE } from '../publish-schema.ts';
import { FaultList, type SchemaFault } from './faults.ts';
import { type Condition, readConditions, readNames, ruleOf } from './read-conditions.ts';
import { readRange, readValues } from './read-values.ts';
import { cureOf, given, isLine, LIMITS, WORDS, type Words } from './schema-words.ts';

/**
 * Reads a company's own schema: JSON Schema of draft 7 in the dialect that the service publishes, as the service has it of
 * its own templates. Its size is limited before.
 * @returns the faults, each with its path and what to write; or the schema
 */
export function readSchema(
  sent: unknown,
): { readonly schema: TObject } | { readonly faults: readonly SchemaFault[] } {
  const reader = new Reader();
  const schema = reader.root(sent);
  const { faults } = reader;
  return faults.all.length > 0 || schema === undefined ? { faults: faults.all } : { schema };
}

class Reader {
  readonly faults = new FaultList();
  #fields = 0;

  root(sent: unknown): TObject | undefined {
    if (!isFields(sent) || sent.type !== 'object' || !isFields(sent.properties))
      return this.faults.add(
        'schema',
        'it must be an object with type object and properties, the fields of the data',
      );
    const { $schema = DRAFT, $id: _, ...words } = sent;
    if ($schema !== DRAFT) this.faults.add('schema.$schema', `it must be ${DRAFT}, or left out`);
    this.#text(sent, 'schema', '$id', LIMITS.description);
    return this.#schema(words, 'schema', '', 0) as TObject | undefined;
  }

  /** @param name of the field @param depth number of the names that lead to it */
  #schema(written: unknown, path: string, name: string, depth: number): TSchema | undefined {
    if (!isFields(written)) return this.faults.add(path, 'it must be a schema: an object with type');
    const sent = withMoney(written);
    const { type } = sent;
    const isType = typeof type === 'string' && Object.hasOwn(WORDS, type);
    for (const word of Object.keys(sent)) {
      const cure = cureOf(word, isType ? type : undefined);
      if (cure !== undefined) this.faults.add(`${path}.${word}`, cure);
    }
    if (!isType) return this.faults.add(`${path}.type`, `it must be one of ${Object.keys(WORDS).join(', ')}`);
    // The whole schema is published with the template's title.
    const read = this.#notes(sent, path, name);
    const notes = name === '' ? {} : read;
    const schema = this.#ofType(type, sent, notes, path, depth);
    if (schema !== undefined) this.#examples(sent, path, schema);
    return schema;
  }

  #ofType(type: string, sent: Words, notes: object, path: string, depth: number): TSchema | undefined {
    if (type === 'object') return this.#object(sent, notes, path, depth);
    if (type === 'array') return this.#list(sent, notes, path, depth);
    return Type.Unsafe({ ...notes, type, ...readValues(this.faults, sent, path, type) });
  }

  /** The cases of a text and its form take them for valid. */
  #examples({ examples = [] }: Words, path: string, schema: TSchema): undefined {
    if (!Array.isArray(examples) || examples.length > LIMITS.choices)
      return this.faults.add(`${path}.examples`, `it must be a list of at most ${LIMITS.choices} values`);
    const validate = interpretValidator(schema);
    for (const [index, example] of examples.entries())
      if (!validate(example).valid)
        this.faults.add(`${path}.examples[${index}]`, 'the field does not accept it');
  }

  #object(sent: Words, notes: object, path: string, depth: number): TSchema | undefined {
    const { properties, required = [], dependencies = {} } = sent;
    if (!isFields(properties))
      return this.faults.add(`${path}.properties`, 'it must be an object of the fields');
    const names = Object.keys(properties);
    const fields = new Map<string, TSchema>();
    for (const [name, field] of Object.entries(properties)) {
      const at = `${path}.properties.${name}`;
      if (!isFieldName(name))
        this.faults.add(
          at,
          'a name has letters, digits and _, begins with a letter, and is no word of JavaScript or Nunjucks',
        );
      else if (depth === LIMITS.depth)
        this.faults.add(at, `fields are at most ${LIMITS.depth} deep; flatten them`);
      else if (++this.#fields > LIMITS.fields) {
        if (this.#fields === LIMITS.fields + 1)
          this.faults.add(at, `a schema has at most ${LIMITS.fields} fields`);
      } else {
        const read = this.#schema(field, at, name, depth + 1);
        if (read !== undefined) fields.set(name, read);
      }
    }
    const known = readNames(this.faults, required, `${path}.required`, names);
    const conditions = readConditions(this.faults, dependencies, `${path}.dependencies`, properties);
    if (depth === 0) addContradictions(fields, conditions);
    return object(Object.fromEntries(fields), { required: known, conditions: conditions.map(ruleOf) }, notes);
  }

  #list(sent: Words, notes: object, path: string, depth: number): TSchema | undefined {
    const { items } = sent;
    if (isFields(items) && items.type === 'array')
      return this.faults.add(`${path}.items`, 'a list of lists is not allowed; make the entries objects');
    const entry = this.#schema(items, `${path}.items`, 'entry', depth);
    const [minItems, maxItems] = readRange(
      this.faults,
      sent,
      path,
      ['minItems', 'maxItems'],
      BODY_LIMITS.entries,
    );
    if (entry === undefined) return undefined;
    // A blank entry would be an absent one.
    const filled = entry.format === 'text' ? { ...entry, pattern: NON_BLANK } : entry;
    return Type.Array(filled, { ...notes, ...given({ minItems, maxItems }) });
  }

  /** What people read of a field. */
  #notes(sent: Words, path: string, name: string): object {
    const { examples } = sent;
    const titleOf = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
    const title = this.#text(sent, path, 'title', LIMITS.title) ?? upperFirst(titleOf.toLowerCase());
    const description = this.#text(sent, path, 'description', LIMITS.description) ?? '';
    const unit = this.#text(sent, path, 'unit', LIMITS.title);
    const comment = this.#text(sent, path, '$comment', LIMITS.description) ?? '';
    const lines =
      comment === ''
        ? []
        : comment.split('\n').map((line) => /^(?:(section|help): ?(.*)|money: true)$/.exec(line));
    if (lines.includes(null))
      this.faults.add(
        `${path}.$comment`,
        'each line of it begins with "section: ", the heading above the field, with "help: ", or is "money: true"',
      );
    const of = (word: string) => lines.find((line) => line?.[1] === word)?.[2];
    const [section, help] = [of('section'), of('help') ?? description];
    const withUnit = unit === undefined ? help : `${help} (${unit})`.trim();
    return {
      title,
      description,
      ...given({ examples }),
      ...(section && { [SECTION]: section }),
      [HELP]: withUnit,
    };
  }

  #text(sent: Words, path: string, word: string, characters: number): string | undefined {
    const value = sent[word];
    if (value === undefined) return undefined;
    if (typeof value === 'string' && isLine(value, characters)) return value;
    return this.faults.add(
      `${path}.${word}`,
      `it must be a text of at most ${characters} characters, none of them invisible`,
    );
  }
}

/** With the word `money`, which a published schema has in its notes: validators in strict mode refuse words that they do not know. */
function withMoney(sent: Words): Words {
  const { $comment } = sent;
  const isMoney = typeof $comment === 'string' && $comment.split('\n').includes(MONEY_NOTE);
  return isMoney ? { ...sent, money: true } : sent;
}

/** A field that only one condition requires contradicts the boolean that decides, if that is false. */
function addContradictions(fields: Map<string, TSchema>, conditions: readonly Condition[]): void {
  for (const [name, field] of fields) {
    const [only, ...others] = conditions.filter(({ required }) => required.includes(name));
    if (only === undefined || others.length > 0 || only.values.length > 1 || only.values[0] !== true)
      continue;
    fields.set(name, { ...field, [WARNINGS]: [...rulesOf(field), onlyIf(only.field)] });
  }
}
