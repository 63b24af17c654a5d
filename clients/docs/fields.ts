import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';
import type { Resolve, Schema } from './open-api.ts';

interface Field {
  /** `parties[].rcName` */
  readonly path: string;
  readonly schema: Schema;
  /** When the field is required, as text; undefined if it is optional. */
  readonly required: string | undefined;
}

/** The fields of an object and of its nested objects, as a table. */
export function fieldTable(schema: Schema, resolve: Resolve): Html {
  const rows = fieldsOf(schema, resolve).map(
    ({ path, schema, required }) => html`<tr>
<td><code>${path}</code>${required && html`<span class="hint required">${required}</span>`}</td>
<td>${typeOf(schema, resolve)}</td>
<td>${schema.description && inline(schema.description)}${exampleOf(schema)}</td>
</tr>
`,
  );
  return table(['Field', 'Type', 'Meaning'], rows);
}

/** A table in a container that scrolls on a narrow screen. */
export function table(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="table" tabindex="0"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
`;
}

function fieldsOf(schema: Schema, resolve: Resolve, prefix = ''): Field[] {
  const { properties = {} } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const resolved = { ...resolve<Schema>(field), ...field };
    const row = { path, schema: resolved, required: requiredBy(schema, name) };
    const entries = resolved.items === undefined ? undefined : resolve<Schema>(resolved.items);
    const below =
      entries === undefined
        ? fieldsOf(resolved, resolve, `${path}.`)
        : fieldsOf(entries, resolve, `${path}[].`);
    return [row, ...below];
  });
}

function requiredBy({ required = [], dependentSchemas = {} }: Schema, name: string): string | undefined {
  if (required.includes(name)) return 'required';
  const conditions = Object.values(dependentSchemas)
    .flatMap((rule) => rule.allOf ?? [rule])
    .filter((rule) => rule.then?.required?.includes(name))
    .flatMap((rule) => Object.entries(rule.if?.properties ?? {}));
  const [condition] = conditions;
  if (condition === undefined) return undefined;
  return `required when ${condition[0]} is ${(condition[1].enum ?? []).join(' or ')}`;
}

function typeOf(schema: Schema, resolve: Resolve): Html {
  const { format, items, anyOf } = schema;
  const [type] = [schema.type].flat();
  const choices = choicesOf(schema);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (choices !== undefined) return html`${choices.map((value) => html`<code>${value}</code> `)}`;
  if ([...(schema.allOf ?? []), ...(anyOf ?? [])].some((one) => one.$ref?.endsWith('/SupportedCountry')))
    return html`<a href="#listCountries">a supported country</a>`;
  if (anyOf !== undefined)
    return html`${anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one, resolve)}`)}`;
  if (items !== undefined) return html`list of ${plural(resolve<Schema>(items))}`;
  if (type === 'number' || type === 'integer') return html`${rangeOf(schema)}`;
  if (type === 'string')
    return html`${format === undefined ? 'text' : format === 'date-time' ? 'date and time' : format}`;
  if (type === 'boolean') return html`<code>true</code> or <code>false</code>`;
  return html`${type === 'null' ? html`<code>null</code>` : (type ?? 'any')}`;
}

/** In a request, a choice is in `anyOf` beside `null`, which says no more than that the field may be left out. */
function choicesOf({ enum: values, anyOf }: Schema): readonly string[] | undefined {
  return values ?? anyOf?.[0]?.enum;
}

function plural({ type }: Schema): string {
  return type === 'object' ? 'objects' : 'texts';
}

function rangeOf({ type, minimum, exclusiveMinimum, maximum }: Schema): string {
  const kind = [type].flat().includes('integer') ? 'whole number' : 'number';
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}`;
  if (minimum === undefined) return kind;
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? `${kind} from ${minimum}`
    : `${kind}, ${minimum} to ${maximum}`;
}

function exampleOf(schema: Schema): Html | undefined {
  const { type, examples = [] } = schema;
  const [example] = examples;
  const [kind] = [type].flat();
  if (example === undefined || choicesOf(schema) !== undefined || kind === 'boolean' || kind === 'array')
    return undefined;
  return html` <span class="hint">Example: ${String(example)}</span>`;
}
