import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { COUNTRY_LIST, SUPPORTED_COUNTRIES } from '../../../../schemas/shared/countries.ts';
import { HELP, NON_BLANK, object, requiredWhen, SECTION } from '../../../../schemas/shared/fields.ts';
import { NONE, UNLIKELY_YEAR, WARNINGS } from '../../../../schemas/shared/warnings.ts';
import { isPrintable } from '../../validation/validator.ts';
import { FILLED_IN, PRINTABLE } from '../publish-schema.ts';
import { FaultList, type SchemaFault } from './faults.ts';
import { cureOf, OF_ROOT, WORDS } from './schema-words.ts';

export const LIMITS = { fields: 300, depth: 4, choices: 500, title: 200, description: 2_000 } as const;

/** As of the template language, which could not read other names. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype).concat('prototype'));

type Words = Readonly<Record<string, unknown>>;

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
    if (!isWords(sent) || sent.type !== 'object' || !isWords(sent.properties))
      return this.faults.add(
        'schema',
        'it must be an object with type object and properties, the fields of the data',
      );
    const words = Object.fromEntries(Object.entries(sent).filter(([word]) => !OF_ROOT.includes(word)));
    return this.#schema(words, 'schema', '', 0) as TObject | undefined;
  }

  /** @param name of the field @param depth number of the names that lead to it */
  #schema(sent: unknown, path: string, name: string, depth: number): TSchema | undefined {
    if (!isWords(sent)) return this.faults.add(path, 'it must be a schema: an object with type');
    const { type } = sent;
    if (typeof type !== 'string' || !Object.hasOwn(WORDS, type))
      return this.faults.add(`${path}.type`, `it must be one of ${Object.keys(WORDS).join(', ')}`);
    for (const word of Object.keys(sent))
      if (!WORDS[type]?.includes(word)) this.faults.add(`${path}.${word}`, cureOf(word, type));
    // The whole schema is published with the template's title.
    const notes = name === '' ? {} : this.#notes(sent, path, name);
    if (type === 'object') return this.#object(sent, notes, path, depth);
    if (type === 'array') return this.#list(sent, notes, path, depth);
    return Type.Unsafe({ ...notes, type, ...this.#values(sent, path, type) });
  }

  #object(sent: Words, notes: object, path: string, depth: number): TSchema | undefined {
    const { properties, required = [], dependencies = {} } = sent;
    if (!isWords(properties))
      return this.faults.add(`${path}.properties`, 'it must be an object of the fields');
    const names = Object.keys(properties);
    const fields = new Map<string, TSchema>();
    for (const [name, field] of Object.entries(properties)) {
      const at = `${path}.properties.${name}`;
      if (!NAME.test(name) || INHERITED.has(name))
        this.faults.add(
          at,
          'a name has letters, digits and _, begins with a letter, and is none that JavaScript uses',
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
    const known = this.#names(required, `${path}.required`, names);
    const conditions = this.#conditions(dependencies, `${path}.dependencies`, properties);
    return object(Object.fromEntries(fields), { required: known, conditions }, notes);
  }

  #list(sent: Words, notes: object, path: string, depth: number): TSchema | undefined {
    const { items } = sent;
    if (isWords(items) && items.type === 'array')
      return this.faults.add(`${path}.items`, 'a list of lists is not allowed; make the entries objects');
    const entry = this.#schema(items, `${path}.items`, 'entry', depth);
    const [minItems, maxItems] = this.#range(sent, path, 'minItems', 'maxItems', { isCount: true });
    if (entry === undefined) return undefined;
    // A blank entry would be an absent one.
    const filled = entry.format === 'text' ? { ...entry, pattern: NON_BLANK } : entry;
    return Type.Array(filled, { ...notes, ...given({ minItems, maxItems }) });
  }

  #values(sent: Words, path: string, type: string): object {
    const choices = this.#choices(sent, path, type);
    if (type === 'boolean') return choices;
    if (type !== 'string') {
      const [minimum, maximum] = this.#range(sent, path, 'minimum', 'maximum');
      const exclusiveMinimum = this.#number(sent, path, 'exclusiveMinimum');
      if (sent.money !== undefined && sent.money !== true)
        this.faults.add(`${path}.money`, 'write true, or leave it out');
      return {
        ...choices,
        ...given({ minimum, maximum, exclusiveMinimum }),
        ...(sent.money === true && { money: true }),
      };
    }
    const { format, pattern } = sent;
    if (format !== undefined && format !== 'date' && format !== 'email')
      this.faults.add(`${path}.format`, 'write date or email, or leave it out');
    // Those that the service publishes for its own texts.
    if (pattern !== undefined && pattern !== PRINTABLE && pattern !== FILLED_IN)
      this.faults.add(`${path}.pattern`, cureOf('pattern', type));
    const [minLength, maxLength] = this.#range(sent, path, 'minLength', 'maxLength', { isCount: true });
    if (Object.keys(choices).length > 0) return choices;
    const lengths = given({ minLength, maxLength });
    if (format !== undefined)
      return { ...lengths, format, ...(format === 'date' && { [WARNINGS]: [UNLIKELY_YEAR] }) };
    const isFilled = pattern === FILLED_IN;
    return { ...lengths, format: 'text', ...(isFilled && { pattern: NON_BLANK }), [WARNINGS]: [NONE] };
  }

  #choices(sent: Words, path: string, type: string): object {
    const { enum: several, const: one } = sent;
    if (several === undefined && one === undefined) return {};
    const word = several === undefined ? 'const' : 'enum';
    const values: readonly unknown[] = several === undefined ? [one] : Array.isArray(several) ? several : [];
    const isRight = (value: unknown) =>
      (type === 'integer' ? Number.isInteger(value) : typeof value === type) &&
      (typeof value !== 'string' || isLine(value, LIMITS.title));
    const isList =
      values.length > 0 && values.length <= LIMITS.choices && new Set(values).size === values.length;
    if (!isList || !values.every(isRight))
      this.faults.add(
        `${path}.${word}`,
        `it must have different values of type ${type}, at most ${LIMITS.choices}`,
      );
    if (type !== 'string')
      return { enum: values, ...(type !== 'boolean' && { choices: pairs(values.map(String)) }) };
    const isCountry =
      values.length === SUPPORTED_COUNTRIES.length &&
      values.every((one, at) => one === SUPPORTED_COUNTRIES[at]);
    if (!isCountry) return { enum: values };
    return {
      enum: values,
      choices: pairs(COUNTRY_LIST.map(({ name }) => name)),
      list: 'Supported Countries list',
    };
  }

  /** What people read of a field. */
  #notes(sent: Words, path: string, name: string): object {
    const { examples } = sent;
    const titleOf = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
    const title =
      this.#text(sent, path, 'title', LIMITS.title) ??
      titleOf.charAt(0).toUpperCase() + titleOf.slice(1).toLowerCase();
    const description = this.#text(sent, path, 'description', LIMITS.description) ?? '';
    this.#text(sent, path, 'unit', LIMITS.title);
    if (examples !== undefined && !(Array.isArray(examples) && examples.length <= LIMITS.choices))
      this.faults.add(`${path}.examples`, 'it must be a list of values');
    const comment = this.#text(sent, path, '$comment', LIMITS.description) ?? '';
    const lines =
      comment === '' ? [] : comment.split('\n').map((line) => /^(section|help): ?(.*)$/.exec(line));
    if (lines.includes(null))
      this.faults.add(
        `${path}.$comment`,
        'each line of it begins with "section: ", the heading above the field, or with "help: "',
      );
    const of = (word: string) => lines.find((line) => line?.[1] === word)?.[2];
    const [section, help] = [of('section'), of('help') ?? description];
    return {
      title,
      description,
      ...given({ examples }),
      ...(section && { [SECTION]: section }),
      [HELP]: help,
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

  #number(sent: Words, path: string, word: string, isCount = false): number | undefined {
    const value = sent[word];
    if (value === undefined) return undefined;
    const isRight = isCount ? Number.isSafeInteger(value) && Number(value) >= 0 : Number.isFinite(value);
    if (isRight) return value as number;
    return this.faults.add(`${path}.${word}`, `it must be a ${isCount ? 'whole number from 0' : 'number'}`);
  }

  #range(sent: Words, path: string, low: string, high: string, { isCount = false } = {}) {
    const [least, most] = [this.#number(sent, path, low, isCount), this.#number(sent, path, high, isCount)];
    if (least !== undefined && most !== undefined && least > most)
      this.faults.add(`${path}.${low}`, `it is more than ${high}; no value would be right`);
    return [least, most] as const;
  }

  #names(sent: unknown, path: string, names: readonly string[]): string[] {
    if (!Array.isArray(sent) || new Set(sent).size !== sent.length) {
      this.faults.add(path, 'it must be a list of different names of fields');
      return [];
    }
    for (const [index, name] of sent.entries())
      if (!names.includes(name))
        this.faults.add(`${path}[${index}]`, 'there is no field of this name beside it');
    return sent;
  }

  /** What is required under a condition, as the service publishes it. */
  #conditions(sent: unknown, path: string, fields: Words): object[] {
    if (!isWords(sent)) {
      this.faults.add(path, 'it must be an object: the name of a field, and if and then for it');
      return [];
    }
    return Object.entries(sent).flatMap(([field, rule]) => {
      const at = `${path}.${field}`;
      if (!Object.hasOwn(fields, field)) this.faults.add(at, 'there is no field of this name beside it');
      const isAll = isWords(rule) && Array.isArray(rule.allOf) && Object.keys(rule).length === 1;
      const rules: readonly unknown[] = isAll ? (rule.allOf as unknown[]) : [rule];
      return rules.flatMap((one, index) =>
        this.#condition(one, isAll ? `${at}.allOf[${index}]` : at, field, fields),
      );
    });
  }

  #condition(sent: unknown, path: string, field: string, fields: Words): object[] {
    const FORM = `write {"if": {"properties": {"${field}": {"enum": […]}}}, "then": {"required": […]}}`;
    const { if: condition, then, ...others } = isWords(sent) ? sent : {};
    const { properties, required: _, ...beside } = isWords(condition) ? condition : {};
    const deciding =
      isWords(properties) && Object.keys(properties).length === 1 ? properties[field] : undefined;
    const { enum: several, const: one, type: _type, ...more } = isWords(deciding) ? deciding : {};
    const values = several ?? (one === undefined ? undefined : [one]);
    const { required: needed, properties: _details, ...rest } = isWords(then) ? then : {};
    const odd = [others, beside, more, rest].some((words) => Object.keys(words).length > 0);
    const isSimple =
      Array.isArray(values) &&
      values.every((value) => ['string', 'number', 'boolean'].includes(typeof value));
    if (odd || !isSimple || values.length === 0 || needed === undefined) {
      this.faults.add(path, FORM);
      return [];
    }
    return [
      requiredWhen(field, values, ...this.#names(needed, `${path}.then.required`, Object.keys(fields))),
    ];
  }
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Line breaks and tabs are invisible in a form, but allowed. */
function isLine(text: string, characters: number): boolean {
  return text.length <= characters && isPrintable(text);
}

function pairs(words: readonly string[]): (readonly [string, string])[] {
  return words.map((word) => [word, word]);
}

/** Without what is undefined. */
function given(words: Words): object {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}
