import { type Static, Type } from '@sinclair/typebox';
import { choice } from './shared/answers.ts';
import { component } from './shared/component.ts';

/** Requests and responses of the catalogue's routes. */

const TemplateId = Type.String({
  description: 'Identifier of the template.',
  examples: ['non-disclosure-agreement'],
});

const version = (description: string) => Type.String({ description, examples: ['1.0.0'] });

export const TemplateParams = Type.Object({ templateId: TemplateId });

export const VersionParams = Type.Object({
  templateId: TemplateId,
  version: version('An exact version, or latest.'),
});

export const VersionQuery = Type.Object({
  custom: Type.Optional(
    choice(['true', 'false'], {
      description: "true for a version of the caller's own override, as with custom: true in a body.",
      examples: ['true'],
    }),
  ),
});

export type VersionQuery = Static<typeof VersionQuery>;

export const TemplateSummary = component(
  'schemas/Template',
  Type.Object(
    {
      templateId: TemplateId,
      title: Type.String({ description: 'Title of the document.', examples: ['Non-disclosure agreement'] }),
      kind: choice(['agreement', 'policy'], { description: 'What kind of document it is.' }),
      latestVersion: version('The version that is used when a request names none.'),
      versions: Type.Array(version('A version.'), { description: 'All versions, the lowest first.' }),
      changes: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description:
            'By version, one or two sentences on what differs from the version before; absent for a template with one version.',
          examples: [{ '2.0.0': 'Adds definitions and a schedule of duties. The data is the same.' }],
        }),
      ),
      customVersions: Type.Array(version('A version.'), {
        description: "The versions of the caller's own override, the lowest first; used with custom: true.",
      }),
    },
    { title: 'Template', description: 'A template and its versions.' },
  ),
);

export const TemplateList = Type.Object(
  { templates: Type.Array(TemplateSummary) },
  { description: 'Every template, in the order of their ids.' },
);

export const DataSchema = Type.Object(
  {},
  {
    title: 'Data schema',
    description:
      'The schema of data: JSON Schema, draft 7, with titles, descriptions and examples. What is required under a ' +
      'condition is in if and then.',
  },
);

export const Sample = Type.Object(
  {},
  { title: 'Sample', description: 'A data object that generates the whole document.' },
);

const Case = component(
  'schemas/Case',
  Type.Object(
    {
      id: Type.String({ description: 'The same as long as the schema is.', examples: ['dispute false'] }),
      title: Type.String({ description: 'What it shows.', examples: ['Arbitration: no'] }),
      field: Type.Optional(
        Type.String({
          description:
            'Path of the field in which it differs from the sample; absent where there is not one.',
          examples: ['dispute'],
        }),
      ),
      data: Sample,
    },
    { title: 'Case', description: 'Data to look at a text with.' },
  ),
);

export const CaseList = Type.Object(
  { cases: Type.Array(Case) },
  { description: 'First the sample and the least data, then each condition turned over.' },
);

export const PartList = Type.Object(
  {
    parts: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'As a text names it.',
          examples: ['partials/party.njk'],
        }),
        text: Type.String({ description: 'Its source.' }),
      }),
    ),
  },
  { description: 'The shared parts, in the order of their names.' },
);

export const TemplateSource = Type.String({ description: 'the Nunjucks source in UTF-8' });

export const CountryList = Type.Object(
  {
    countries: Type.Array(
      component(
        'schemas/Country',
        Type.Object(
          {
            name: Type.String({
              description: 'The name to send; it is printed as it stands.',
              examples: ['Gambia'],
            }),
            aliases: Type.Array(Type.String(), {
              description: 'Other spellings that are accepted, and printed as they are sent.',
              examples: [['Gambia (the)', 'The Gambia']],
            }),
          },
          { title: 'Country', description: 'A country and its spellings.' },
        ),
      ),
    ),
  },
  { title: 'Supported countries', description: 'The Supported Countries list, in the order of the names.' },
);

export type Case = Static<typeof Case>;
export type PartList = Static<typeof PartList>;
export type TemplateSummary = Static<typeof TemplateSummary>;
export type TemplateList = Static<typeof TemplateList>;
