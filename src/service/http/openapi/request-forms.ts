import type { TSchema } from '@sinclair/typebox';
import { GenerationRequest } from '../../../../schemas/generation-request.ts';
import { component, componentOf } from '../../../../schemas/shared/component.ts';
import type { Catalogue, Template } from '../../../templating/templates/catalogue.ts';
import type { CustomVersions } from '../../../templating/templates/custom.ts';
import { publishFields } from '../../../templating/templates/publish-schema.ts';
import { acceptNull } from './accept-null.ts';
import type { PublishedBody } from './operation.ts';
import { OPTIONS, OPTIONS_BY_FORMAT } from './option-rules.ts';

/** The template whose request is shown first, because it is short and complete. */
const FIRST = 'non-disclosure-agreement';

const { format, strict } = acceptNull(GenerationRequest).properties;

/** A template with its versions, the highest first. */
interface Family {
  readonly templateId: string;
  readonly versions: readonly Template[];
}

/**
 * The body of a request for a document: a form for each template, selected by `templateId`, with the fields of its data.
 * @param own the versions of the requesting company; undefined if the request has no key
 */
export function requestForms(catalogue: Catalogue, own?: CustomVersions): PublishedBody {
  const families = [...catalogue].map(([templateId, versions]) => ({ templateId, versions }));
  const forms = families.map((family) => [family.templateId, familyForm(family, own)] as const);
  const examples = families
    .toSorted((one, other) => Number(other.templateId === FIRST) - Number(one.templateId === FIRST))
    .flatMap((family) => [...catalogueExamples(family), ...ownExamples(family, own)]);
  return {
    schema: component('schemas/GenerationRequest', {
      title: GenerationRequest.title,
      description: 'Which document, of what, in which format. `templateId` decides what `data` may hold.',
      oneOf: forms.map(([, form]) => form),
      discriminator: {
        propertyName: 'templateId',
        mapping: Object.fromEntries(
          forms.map(([templateId, form]) => [templateId, `#/components/${componentOf(form)}`]),
        ),
      },
    }),
    examples: Object.fromEntries(examples),
  };
}

/**
 * The form of one template: one object, because generators can name its type, and validators that know discriminators
 * report its faults alone. What `custom` and `version` decide is in rules, which validators check and generators ignore.
 */
function familyForm({ templateId, versions }: Family, own: CustomVersions | undefined): object {
  const data = dataByVersion(versions);
  const choice = (version: string, schemaVersion: string): Choice[] => {
    const shape = data.get(schemaVersion);
    return shape === undefined ? [] : [{ version, data: shape }];
  };
  const catalogue = versions.flatMap(({ version }) => choice(version, version));
  const customs =
    own && (own.get(templateId) ?? []).flatMap((one) => choice(one.version, one.schemaVersion ?? ''));
  const shapes = [...new Set(data.values())];
  const numbers = new Set([...catalogue, ...(customs ?? [])].map(({ version }) => version));
  return component(`schemas/${pascalCase(templateId)}Request`, {
    type: 'object',
    title: versions[0]?.title,
    description: `A request for \`${templateId}\`.`,
    required: ['templateId', 'format', 'data'],
    properties: {
      templateId: { type: 'string', const: templateId, description: 'Identifier of the template.' },
      version: {
        type: ['string', 'null'],
        description: `An exact version (${[...numbers].join(', ')}), or \`latest\`, the default.`,
        examples: [versions[0]?.version],
      },
      custom: {
        type: ['boolean', 'null'],
        enum: customs?.length === 0 ? [false, null] : undefined,
        description: "`true` means your company's own version; `false`, or none, the catalogue's.",
      },
      format,
      data: shapes.length === 1 ? shapes[0] : { anyOf: shapes },
      strict,
      options: OPTIONS,
    },
    dependentSchemas: { options: OPTIONS_BY_FORMAT },
    if: { required: ['custom'], properties: { custom: { const: true } } },
    then: customs && versionRule(customs, shapes.length),
    else: versionRule(catalogue, shapes.length),
  });
}

/** The data of each version. Versions with the same fields share a schema, which has the name of the highest. */
function dataByVersion(versions: readonly Template[]): ReadonlyMap<string, object> {
  const published = versions.map((template) => [template, publishData(template)] as const);
  const byFields = Map.groupBy(published, ([, fields]) => JSON.stringify(fields));
  return new Map(
    [...byFields.values()].flatMap((group) => {
      const data = dataOf(
        group.map(([{ version }]) => version),
        byFields.size > 1,
        ...(group[0] as [Template, object]),
      );
      return group.map(([{ version }]) => [version, data] as const);
    }),
  );
}

const publishData = ({ schema }: Template) =>
  acceptNull(publishFields(schema, 'dependentSchemas') as TSchema);

function dataOf(
  versions: readonly string[],
  isOneOfSeveral: boolean,
  template: Template,
  fields: object,
): object {
  const { templateId, title } = template;
  return component(`schemas/${versionName(template)}Data`, {
    // Generators make a name of it.
    title: `${title} data${isOneOfSeveral ? ` ${versions[0]}` : ''}`,
    description:
      `What goes into version ${versions.join(' or ')} of \`${templateId}\`. What is left out is printed as a blank to ` +
      'fill in by hand, unless the schema requires it.',
    ...fields,
  });
}

function catalogueExamples({ templateId, versions }: Family) {
  return versions.map(({ version, title, sample }, index) => {
    const name = index === 0 ? templateId : `${templateId}-${version}`;
    const choice = index === 0 ? { templateId } : { templateId, version };
    const summary = index === 0 ? title : `${title}, ${version}`;
    return example(name, summary, { ...choice, format: 'pdf', strict: true, data: sample });
  });
}

function ownExamples({ templateId, versions }: Family, own: CustomVersions | undefined) {
  return (own?.get(templateId) ?? []).flatMap(({ version, schemaVersion }) => {
    const template = versions.find((one) => one.version === schemaVersion);
    if (template === undefined) return [];
    const request = { templateId, version, custom: true, format: 'pdf', strict: true, data: template.sample };
    return [example(`${templateId}-custom-${version}`, `${template.title}, your own ${version}`, request)];
  });
}

function example(name: string, summary: string, value: object) {
  return [name, component(`examples/${name}`, { summary, value })] as const;
}

/** `non-disclosure-agreement` 1.0.0 → `NonDisclosureAgreementV1`; 1.1.0 → `…V1_1` */
function versionName({ templateId, version }: Template): string {
  return `${pascalCase(templateId)}V${version.replace(/(\.0)+$/, '').replaceAll(/\W/g, '_')}`;
}

function pascalCase(templateId: string): string {
  return templateId.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A version, and the published schema of its data. */
interface Choice {
  readonly version: string;
  readonly data: object;
}

/**
 * Which versions there are, and which data each has.
 * @param choices the latest first
 * @param shapes number of different schemas of data; with one, no rule chooses it
 */
function versionRule(choices: readonly Choice[], shapes: number): object {
  const numbers = choices.map(({ version }) => version.replaceAll('.', String.raw`\.`));
  // A blank text counts as absent.
  const version = { pattern: `^(${[...numbers, 'latest', String.raw`\s*`].join('|')})$` };
  const [latest, ...older] = Map.groupBy(choices, ({ data }) => data);
  if (shapes === 1 || latest === undefined) return rule({ version });
  return older.reduce<object>(
    (otherwise, [data, taking]) => ({
      if: {
        required: ['version'],
        properties: { version: { enum: taking.map((choice) => choice.version) } },
      },
      then: rule({ data }),
      else: otherwise,
    }),
    rule({ version, data: latest[0] }),
  );
}

/** Some validators refuse by default the fields that a rule does not name. */
function rule(properties: object): object {
  return { properties, unevaluatedProperties: true };
}
