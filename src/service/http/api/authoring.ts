import { hash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CaseList, PartList, TemplateSource } from '../../../../schemas/catalogue.ts';
import type { OwnParts } from '../../../../schemas/overrides.ts';
import { CONDITIONAL, file, SOURCE } from '../../../../schemas/shared/response.ts';
import { type Case, casesOf } from '../../../templating/templates/cases.ts';
import type { Template } from '../../../templating/templates/catalogue.ts';
import { headersOfText } from '../own-texts/template-text.ts';
import { answerConditionally } from './conditional.ts';
import {
  describeVersion,
  NAMED_VERSION,
  READ_ALREADY,
  READING,
  VERSION_FAILURES,
} from './describe-reading.ts';
import { findVersion, type VersionSources } from './find-version.ts';

interface AuthoringRoutesOptions extends VersionSources {
  readonly releaseParts: OwnParts;
  /** Data to look at a text with; left out, what its schema and sample give. */
  readonly cases?: (template: Template) => Promise<readonly Case[]>;
}

const VERSION = '/api/v1/templates/:templateId/versions/:version';

/** What somebody needs who writes a text: those that there are, their shared parts, and data to look at them with. */
export const authoringRoutes: FastifyPluginAsyncTypebox<AuthoringRoutesOptions> = async (
  app,
  { releaseParts, cases = async (template) => casesOf(template), ...sources },
) => {
  app.addHook('onSend', answerConditionally);

  app.get(
    `${VERSION}/cases`,
    {
      schema: describeVersion(
        {
          operationId: 'listCases',
          summary: "List data to look at a version's text with",
          description:
            'The sample, the least data, and the sample with each condition turned over: each yes or no, each choice, each ' +
            'optional field left out, each list with one entry. With a title of each in plain words.',
          answer: 'Each has data that the schema accepts; those that decide the most words come first.',
        },
        CaseList,
      ),
    },
    async (request, reply) => {
      const template = await findVersion(sources, request, reply);
      return { cases: [...(await cases(template))] };
    },
  );

  app.get(
    `${VERSION}/text`,
    {
      config: { right: 'texts' },
      schema: {
        ...READING,
        operationId: 'readTemplateText',
        summary: 'Read the text of a version',
        description: "The source of a text of the catalogue, or of your company's own, to begin one with.",
        response: {
          ...READ_ALREADY,
          ...VERSION_FAILURES,
          200: file('The Nunjucks source.', ['text/html'], TemplateSource, { ...CONDITIONAL, ...SOURCE }),
        },
        ...NAMED_VERSION,
      },
    },
    async (request, reply) => {
      const template = await findVersion(sources, request, reply);
      const { source, sha256 = hash('sha256', source) } = template;
      reply.headers(headersOfText({ ...template, sha256 }));
      return source;
    },
  );

  app.get(
    `${VERSION}/parts`,
    {
      config: { right: 'texts' },
      schema: describeVersion(
        {
          operationId: 'listParts',
          summary: 'List the shared parts of a version',
          description:
            'The layouts, macros and styles that a text may extend, include and import. With `custom`, those that are stored ' +
            "with your company's text.",
          answer: 'Each with its text; the first lines of a part describe what it offers.',
        },
        PartList,
      ),
    },
    async (request, reply) => {
      const template = await findVersion(sources, request, reply);
      const { sources: texts } = template.parts ?? releaseParts;
      return { parts: [...texts].sort().map(([name, text]) => ({ name, text })) };
    },
  );
};
