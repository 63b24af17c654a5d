/**
 * Key under which a schema keeps its name in the components of the OpenAPI description. As a symbol it is ignored by
 * JSON and Ajv.
 */
export const COMPONENT = Symbol.for('docgen: component');

/**
 * The component with a schema's type and enumeration, for enumerations that are too long to be repeated at every field.
 */
export const SHARED_VALUES = Symbol.for('docgen: shared values');

type Kind = 'schemas' | 'responses' | 'headers' | 'parameters' | 'examples';

/** @param name `<kind>/<name>`; equal names must stand for equal values */
export function component<Value extends object>(name: `${Kind}/${string}`, value: Value): Value {
  return { ...value, [COMPONENT]: name };
}

/** Key of a schema that has its name in requests; others are there without theirs, since `null` counts as absent. */
export const OF_REQUESTS = Symbol.for('docgen: of requests');

/** @returns `<kind>/<name>`; undefined for a value that is written where it is used */
export function componentOf(value: object): string | undefined {
  const name: unknown = Reflect.get(value, COMPONENT);
  return typeof name === 'string' ? name : undefined;
}
