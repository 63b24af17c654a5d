import { fieldTable, table } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline, markdown } from './markdown.ts';
import type { Media, Operation, Parameter, Resolve, Response, Schema } from './open-api.ts';

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** One operation: its description, a form to try it, its request and its responses. */
export function operationSection(
  { method, path, operation }: Described,
  resolve: Resolve,
  isOpen = false,
): Html {
  const { operationId, summary, description } = operation;
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return html`<section class="operation" id="${operationId}">
<h3>${summary}</h3>
<p class="route"><span class="method">${method}</span> <code>${path}</code></p>
${markdown(description)}
<details class="try"${isOpen ? ' open' : ''}><summary>Try it</summary>
${tryForm({ method, path, operation }, type, media, resolve)}
</details>
${media?.schema && html`<details><summary>The body</summary>\n${bodyFields(media.schema, resolve)}</details>\n`}
<details><summary>The answers</summary>
${answers(operation, resolve)}</details>
</section>
`;
}

function tryForm(
  { method, path, operation }: Described,
  type: string | undefined,
  media: Media | undefined,
  resolve: Resolve,
): Html {
  const parameters = operation.parameters
    .map((parameter) => resolve<Parameter>(parameter))
    .filter((parameter) => parameter.in !== 'header');
  const scheme = operation.security.flatMap(Object.keys).find(Boolean);
  return html`<form data-method="${method}" data-path="${path}" data-type="${type}" data-security="${scheme}">
${parameters.map(parameterInput)}${media && bodyInputs(media, resolve)}
<p class="buttons"><button type="submit">Send</button> <span class="status" role="status"></span></p>
<div class="answer" hidden>
<p class="save" hidden><a></a></p>
<pre class="text" tabindex="0" hidden></pre>
<details><summary>Headers</summary><pre class="headers" tabindex="0"></pre></details>
</div>
<details class="curl"><summary>As a curl command</summary><pre tabindex="0"></pre></details>
</form>`;
}

function parameterInput({ name, in: place, required, description, example }: Parameter): Html {
  return html`<label><span><code>${name}</code> ${inline(description)}</span>
<input name="${name}" data-in="${place}" value="${required ? example : ''}" placeholder="${example}"${required ? ' required' : ''} autocomplete="off" spellcheck="false"></label>
`;
}

function bodyInputs({ example, examples = {} }: Media, resolve: Resolve): Html {
  const named = Object.entries(examples).map(
    ([name, value]) => [name, resolve<{ summary: string; value: object }>(value)] as const,
  );
  const [first] = named;
  const text = example ?? first?.[1].value;
  const choice = html`<div class="choices"><label><span>Template</span>
<select class="sample">${named.map(([name, { summary }]) => html`<option value="${name}">${summary}</option>`)}</select></label>
<label><span>Format</span>
<select class="format"><option value="pdf">PDF</option><option value="docx">Word</option></select></label></div>
`;
  return html`${first && choice}<label><span>Body</span>
<textarea name="body" rows="${first === undefined ? 6 : 16}" spellcheck="false" autocomplete="off">${
    text === undefined ? '' : JSON.stringify(text, null, 2)
  }</textarea></label>`;
}

function bodyFields(schema: Schema, resolve: Resolve): Html {
  const body = resolve<Schema>(schema);
  if (body.discriminator === undefined)
    return body.properties === undefined
      ? html`<p>${inline(body.description ?? '')}</p>`
      : fieldTable(body, resolve);
  const templates = Object.keys(body.discriminator.mapping);
  const [form] = body.oneOf ?? [];
  const { properties = {}, ...envelope } = resolve<Schema>(form ?? {});
  const generic = {
    ...envelope,
    properties: {
      ...properties,
      templateId: { enum: templates, description: 'Identifier of the template.' },
      version: {
        type: 'string',
        description: 'An exact version, or `latest`, which is the default.',
      },
      custom: { type: 'boolean', description: properties.custom?.description ?? '' },
      data: {
        type: 'object',
        description: 'The data of the document: see [the fields of the templates](#templates).',
      },
    },
  };
  return fieldTable(generic, resolve);
}

function answers({ responses }: Operation, resolve: Resolve): Html {
  const rows = Object.entries(responses).map(([status, reference]) => {
    const { description, headers = {}, content = {} } = resolve<Response>(reference);
    const types = Object.keys(content).filter((type) => type !== 'application/json');
    return html`<tr><td><code>${status}</code></td>
<td>${inline(description)}${types.length > 0 ? html` <code>${types.join(', ')}</code>` : ''}</td>
<td>${Object.keys(headers).map((name) => html`<code>${name}</code> `)}</td></tr>
`;
  });
  const good = Object.entries(responses).filter(([status]) => status === '200' || status === '201');
  const schema = good.flatMap(
    ([, reference]) => resolve<Response>(reference).content?.['application/json']?.schema ?? [],
  )[0];
  const fields = schema && resolve<Schema>(schema);
  return html`${table(['Status', 'Meaning', 'Headers'], rows)}${
    fields?.properties && Object.keys(fields.properties).length > 0 && fieldTable(fields, resolve)
  }`;
}
