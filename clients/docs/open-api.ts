/** The parts of an OpenAPI description that our code reads. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly [other: string]: unknown;
  };
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, object>>;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, object>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  /** In requests, with `null` where it counts as absent. */
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  /** What is required when a field is set, by the name of that field. */
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
}

export type Resolve = <Value extends object>(value: object) => Value;

/** Follows the references of a description. */
export function resolveIn({ components }: OpenApi): Resolve {
  const shared = new Map<string, object>(
    Object.entries(components).flatMap(([kind, values]) =>
      Object.entries(values).map(([name, value]) => [`#/components/${kind}/${name}`, value] as const),
    ),
  );
  return <Value extends object>(value: object) => {
    const reference = '$ref' in value ? shared.get(String(value.$ref)) : undefined;
    return (reference ?? value) as Value;
  };
}

/** The operations with a tag, each with its method and path. */
export function operationsOf({ paths }: OpenApi, tag: string) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
