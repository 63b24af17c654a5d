import type { TSchema } from '@sinclair/typebox';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { component, componentOf } from '../../../schemas/shared/component.ts';
import type { Catalogue, Template } from '../../templates/catalogue.ts';
import type { CustomVersions } from '../../templates/custom.ts';
import { publishFields } from '../../templates/publish-schema.ts';
import type { PublishedBody } from './operation.ts';

/** The template whose request is shown first, because it is short and complete. */
const FIRST = 'non-disclosure-agreement';

const { format, strict, options } = GenerationRequest.properties;

/** A template with its versions, the highest first. */
interface Family {
  readonly templateId: string;
  readonly versions: readonly Template[];
}

/**
 * The body of a request for a document: a form for each version of each template, selected by `templateId`, with the
 * fields of its data.
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

function familyForm({ templateId, versions }: Family, own: CustomVersions | undefined): object {
  const name = pascalCase(templateId);
  const catalogueForms = versions.map((template, index) =>
    form(`${versionName(template)}Request`, template, {
      custom: false,
      versions: [template.version],
      isLatest: index === 0,
      data: dataOf(template),
    }),
  );
  const customForms = own === undefined ? [anyCustomForm(versions)] : ownForms({ templateId, versions }, own);
  const forms = [...catalogueForms, ...customForms];
  return component(`schemas/${name}Request`, {
    title: versions[0]?.title,
    description: `A request for \`${templateId}\`.`,
    // Client generators accept only an object or an allOf behind a discriminator.
    allOf: forms.length === 1 ? forms : [{ anyOf: forms }],
  });
}

/** The form for versions of a company that is unknown. */
function anyCustomForm(versions: readonly Template[]): object {
  const [template] = versions as [Template];
  const data = versions.map(dataOf);
  return form(`${pascalCase(template.templateId)}CustomRequest`, template, {
    custom: true,
    isLatest: true,
    data: data.length === 1 ? data[0] : { anyOf: data },
  });
}

/** The forms for a company's own versions, grouped by the version in the catalogue whose data they use. */
function ownForms({ templateId, versions }: Family, own: CustomVersions): object[] {
  const customs = own.get(templateId) ?? [];
  return versions.flatMap((template) => {
    const taking = customs.filter(({ schemaVersion }) => schemaVersion === template.version);
    if (taking.length === 0) return [];
    return form(`${versionName(template)}CustomRequest`, template, {
      custom: true,
      versions: taking.map(({ version }) => version),
      isLatest: taking[0] === customs[0],
      data: dataOf(template),
    });
  });
}

interface FormOf {
  readonly custom: boolean;
  /** By default any version. */
  readonly versions?: readonly string[];
  /** Whether the version may be left out. */
  readonly isLatest: boolean;
  readonly data: object | undefined;
}

function form(name: string, { templateId, title }: Template, { custom, versions, isLatest, data }: FormOf) {
  const numbers = versions?.join(', ') ?? 'any version';
  return component(`schemas/${name}`, {
    type: 'object',
    title: `${title}, ${custom ? `your company's own ${numbers}` : numbers}`,
    description: custom
      ? "A request for your company's own version of the template, never for the catalogue's text."
      : 'A request for a text of the catalogue.',
    required: [
      'templateId',
      ...(isLatest ? [] : ['version']),
      ...(custom ? ['custom'] : []),
      'format',
      'data',
    ],
    properties: {
      templateId: { type: 'string', const: templateId, description: 'Identifier of the template.' },
      version: {
        type: 'string',
        ...(versions !== undefined && { enum: [...versions, ...(isLatest ? ['latest'] : [])] }),
        description: isLatest
          ? 'An exact version, or `latest`, the default.'
          : 'The exact version; the default is the latest.',
      },
      custom: {
        type: 'boolean',
        const: custom,
        description: "`true` means your company's own version; `false`, or none, the catalogue's.",
      },
      format,
      data,
      strict,
      options,
    },
  });
}

function dataOf(template: Template): object {
  const { templateId, title, version } = template;
  const { allOf: rules, ...schema } = publishFields(template.schema);
  return component(`schemas/${versionName(template)}Data`, {
    title: `${title}, data of ${version}`,
    description:
      `What goes into version ${version} of \`${templateId}\`. What is left out is printed as a blank to fill in by hand, ` +
      'unless the schema requires it.',
    ...schema,
    ...(Array.isArray(rules) && { allOf: rules.map(openRule) }),
  });
}

/** Allows other fields in a rule, because some validators refuse by default fields that the rule does not name. */
function openRule({ if: condition, then: consequence }: TSchema): object {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: condition, then: { ...consequence, unevaluatedProperties: true } };
}

function catalogueExamples({ templateId, versions }: Family) {
  return versions.map(({ version, title, sample }, index) => {
    const name = index === 0 ? templateId : `${templateId}-${version}`;
    const choice = index === 0 ? { templateId } : { templateId, version };
    const summary = index === 0 ? title : `${title}, ${version}`;
    return example(name, summary, { ...choice, format: 'pdf', data: sample });
  });
}

function ownExamples({ templateId, versions }: Family, own: CustomVersions | undefined) {
  return (own?.get(templateId) ?? []).flatMap(({ version, schemaVersion }) => {
    const template = versions.find((one) => one.version === schemaVersion);
    if (template === undefined) return [];
    const request = { templateId, version, custom: true, format: 'pdf', data: template.sample };
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
