/** Where a value stands once in the published interface description, so that others refer to it. A symbol is no keyword: JSON and Ajv leave it out. */
export const COMPONENT = Symbol('component');

/** Of a schema, the component that has its type and its values, where they are too long to be written at every field. */
export const SHARED_VALUES = Symbol('shared values');

type Kind = 'schemas' | 'responses' | 'headers' | 'parameters' | 'examples';

/** @param name `<kind>/<name>`; what has the same name must be the same */
export function component<Value extends object>(name: `${Kind}/${string}`, value: Value): Value {
  return { ...value, [COMPONENT]: name };
}

/** @returns `<kind>/<name>`; undefined for what is written where it is used */
export function componentOf(value: object): string | undefined {
  const name: unknown = Reflect.get(value, COMPONENT);
  return typeof name === 'string' ? name : undefined;
}
