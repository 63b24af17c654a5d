import { NON_BLANK, requiredWhen } from '../../../../schemas/shared/fields.ts';
import { isFields } from '../../../lib/paths.ts';

import type { FaultList } from './faults.ts';
import { isOfType, type Words } from './schema-words.ts';

/** What is required when a field has one of some values. */
export interface Condition {
  readonly field: string;
  readonly values: readonly unknown[];
  readonly required: readonly string[];
}

/** As the service has a condition of its own templates. */
export const ruleOf = ({ field, values, required }: Condition) => requiredWhen(field, values, ...required);

/**
 * Reads `dependencies`: what is required under a condition, as the service publishes it.
 * @param fields the properties beside it, as they were sent
 */
export function readConditions(faults: FaultList, sent: unknown, path: string, fields: Words): Condition[] {
  if (!isFields(sent)) {
    faults.add(path, 'it must be an object: the name of a field, and if and then for it');
    return [];
  }
  return Object.entries(sent).flatMap(([field, rule]) => {
    const at = `${path}.${field}`;
    if (!Object.hasOwn(fields, field)) {
      faults.add(at, 'there is no field of this name beside it');
      return [];
    }
    const isAll =
      isFields(rule) && Array.isArray(rule.allOf) && rule.allOf.length > 0 && Object.keys(rule).length === 1;
    const rules: readonly unknown[] = isAll ? (rule.allOf as unknown[]) : [rule];
    return rules.flatMap((one, index) =>
      readCondition(faults, one, isAll ? `${at}.allOf[${index}]` : at, field, fields),
    );
  });
}

function readCondition(
  faults: FaultList,
  sent: unknown,
  path: string,
  field: string,
  fields: Words,
): Condition[] {
  const { if: condition, then, ...others } = isFields(sent) ? sent : {};
  const { properties, required: decided = [field], ...beside } = isFields(condition) ? condition : {};
  const deciding =
    isFields(properties) && Object.keys(properties).length === 1 ? properties[field] : undefined;
  const { enum: several, const: one, type, ...more } = isFields(deciding) ? deciding : {};
  const values = several ?? (one === undefined ? undefined : [one]);
  const { required: needed, properties: details = {}, ...rest } = isFields(then) ? then : {};
  const isOdd =
    [others, beside, more, rest].some((words) => Object.keys(words).length > 0) ||
    !(Array.isArray(decided) && decided.length === 1 && decided[0] === field) ||
    !isFields(details) ||
    !Object.entries(details).every(([name, words]) => isDetail(words, fields[name]));
  if (isOdd || !Array.isArray(values) || values.length === 0 || needed === undefined) {
    faults.add(path, `write {"if": {"properties": {"${field}": {"enum": […]}}}, "then": {"required": […]}}`);
    return [];
  }
  const { type: ofField, enum: choices } = isFields(fields[field]) ? fields[field] : {};
  const isPossible = (value: unknown) =>
    isOfType(value, ofField) && (!Array.isArray(choices) || choices.includes(value));
  if (!values.every(isPossible) || (type !== undefined && type !== ofField))
    faults.add(`${path}.if`, `${field} cannot have this value; write values of its type, or of its enum`);
  const required = readNames(faults, needed, `${path}.then.required`, Object.keys(fields));
  return [{ field, values, required }];
}

/** Whether it is what the service publishes of a field that a condition requires. */
function isDetail(words: unknown, field: unknown): boolean {
  if (!isFields(words) || !isFields(field)) return false;
  const { type, pattern = NON_BLANK, minItems = 1, items = {}, ...others } = words;
  return (
    (type === undefined || type === field.type) &&
    pattern === NON_BLANK &&
    Number.isSafeInteger(minItems) &&
    isFields(items) &&
    Object.keys({ ...items, ...others }).length === 0
  );
}

/** A list of names of fields. */
export function readNames(
  faults: FaultList,
  sent: unknown,
  path: string,
  names: readonly string[],
): string[] {
  if (!Array.isArray(sent) || new Set(sent).size !== sent.length) {
    faults.add(path, 'it must be a list of different names of fields');
    return [];
  }
  for (const [index, name] of sent.entries())
    if (!names.includes(name)) faults.add(`${path}[${index}]`, 'there is no field of this name beside it');
  return sent;
}
