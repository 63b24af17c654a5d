import { OPTION_CONFLICTS } from '../../../schemas/shared/option-conflicts.ts';
import type { InvalidField } from '../../errors.ts';

/**
 * Finds options that contradict the format or each other, at most one fault for an option.
 * @param body parsed JSON; its other faults are for the schema to find
 */
export function findConflicts(body: unknown): InvalidField[] {
  const { format, options }: Record<string, unknown> = Object(body);
  const given = new Map(Object.entries(Object(options)));
  const found = OPTION_CONFLICTS.filter(
    ({ option, values, other }) =>
      values.includes(given.get(option)) &&
      ('format' in other ? format === other.format : given.get(other.option) === other.value),
  );
  return found
    .filter(({ option }, index) => found.findIndex((one) => one.option === option) === index)
    .map(({ option, message }) => ({ field: `options.${option}`, message }));
}
