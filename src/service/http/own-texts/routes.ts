import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { textRefused } from '../../../../schemas/error-responses.ts';
import {
  Override,
  OverrideCheckResult,
  type OverrideKey,
  OverrideList,
  OverrideText,
  OwnText,
  TextParams,
} from '../../../../schemas/overrides.ts';
import { empty, file, json, SOURCE, withJson } from '../../../../schemas/shared/response.ts';
import {
  type Overrides,
  type Override as StoredOverride,
  unknownOverride,
} from '../../store/overrides/overrides.ts';
import { type PublishingDependencies, publishText } from '../../use-cases/own-texts/publish.ts';
import type { TextWatch } from '../../use-cases/own-texts/text-watch.ts';
import type { describeRoute } from '../admin/describe-route.ts';
import { answerOf } from '../answer-of.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requireIdentifiers } from '../identifiers.ts';
import {
  DEFINITION_DEPTH,
  headersOfOwnText,
  headersOfText,
  OWN_TEXT_LIMIT_BYTES,
  TEXT_FIELDS,
  takeTemplateText,
  writtenText,
} from './template-text.ts';

const RETIRED =
  'No document is made of it any more. Its number stays taken, for a number must never stand for two texts; the same bytes can be published again.';

/** What the routes call. */
export interface OwnTextServices extends PublishingDependencies<StoredOverride> {
  readonly overrides: Overrides;
  readonly textWatch: TextWatch;
  /** Whether what a key publishes is used only when another key approves it. */
  readonly textsNeedApproval: boolean;
}

/** Who asks: the administration for any company (doors.ts), or a company's key for its own. */
export interface OwnTextDoor {
  /** The path of the list. */
  readonly base: string;
  /** "a company's", "your company's" */
  readonly whose: string;
  /** The end of each operationId: "publishOverride". */
  readonly noun: 'Override' | 'Text';
  /** The parameters of `base`. */
  readonly params: TObject;
  readonly config: FastifyContextConfig;
  readonly describe: typeof describeRoute;
  companyOf(request: FastifyRequest): string;
  /** Who publishes: a key's id, or `administration`. */
  publisherOf(request: FastifyRequest): string;
  /** Whether what it publishes waits for approval, where texts need it. */
  readonly proposes: boolean;
}

interface OwnTextRoutesOptions extends OwnTextServices {
  readonly door: OwnTextDoor;
}

/** The companies' own versions of templates: published, listed, checked, read and retired. */
export const ownTextRoutes: FastifyPluginAsyncTypebox<OwnTextRoutesOptions> = async (
  app,
  { textWatch, door, textsNeedApproval, ...publishing },
) => {
  takeTemplateText(app);
  app.addHook('onRequest', requireIdentifiers);
  const { overrides } = publishing;
  const { base, whose, noun, config, describe: describeRoute, companyOf } = door;
  const version = `${base}/:templateId/versions/:version`;
  const params = Type.Object({ ...door.params.properties, ...TextParams.properties }) as typeof TextParams;
  const keyOf = (
    request: FastifyRequest,
    { templateId, version }: Static<typeof TextParams>,
  ): OverrideKey => ({
    companyId: companyOf(request),
    templateId,
    version,
  });
  const answer = (companyId: string, override: StoredOverride) =>
    describe(override, textWatch.faultOf({ companyId, ...override }));

  app.put(
    version,
    {
      config: { ...config, place: 'text', longTexts: TEXT_FIELDS, jsonDepth: DEFINITION_DEPTH },
      bodyLimit: OWN_TEXT_LIMIT_BYTES,
      schema: describeRoute({
        operationId: `publish${noun}`,
        summary: `Publish ${whose} own version of a template`,
        description:
          'The text is checked as a start checks those of the catalogue: it must compile, stay inside the sandbox, and make a document in both formats of the sample and of the required fields alone. A version never changes: the same text and parts again are 200, others 409. As JSON, shared parts of your own go with the text: they are checked as it is, stored with it, and used by it alone. With title, kind, schema and sample it is a template of your own, whose id the catalogue does not have (docs/own-templates.md).',
        response: {
          200: json('It was there already, with the same bytes, and is in use.', Override),
          201: json('It is published, and in use; or proposed, where texts need approval.', Override),
        },
        failures: [404, 409, 413, 415],
        ownFailures: textRefused,
        params,
        body: OwnText,
        otherBodies: { 'text/html': OverrideText },
      }),
    },
    async (request, reply) => {
      const key = keyOf(request, request.params);
      const publisher = door.publisherOf(request);
      const { override, isNew } = await publishText(
        publishing,
        key,
        { ...writtenText(request.body), publisher, isProposal: textsNeedApproval && door.proposes },
        hangUpSignal(reply),
      );
      request.log.info({ ...key, sha256: override.sha256, publisher }, 'published an override');
      reply.code(isNew ? 201 : 200);
      return answer(key.companyId, override);
    },
  );

  app.get(
    base,
    {
      config,
      schema: describeRoute({
        operationId: `list${noun}s`,
        summary: `List ${whose} own versions of templates`,
        description: 'With what is known of each, and with those that were retired.',
        response: { 200: json('All of them, in the order of their publishing.', OverrideList) },
        failures: [404],
        params: door.params,
      }),
    },
    async (request) => {
      const companyId = companyOf(request);
      const listed = await overrides.list(companyId);
      return { templates: listed.map((override) => answer(companyId, override)) };
    },
  );

  app.post(
    `${base}/check`,
    {
      config: { ...config, place: 'text' },
      schema: describeRoute({
        operationId: `check${noun}s`,
        summary: `Check ${whose} own versions that are in use`,
        description:
          'Tries each, one after the other, as publishing does except that nothing is printed: some 0.1 s a version. A version that fails was published by another version of the service; docs/overrides.md says what to do.',
        response: {
          200: json('All of those in use, with the fault of each that fails.', OverrideCheckResult),
        },
        failures: [404],
        params: door.params,
      }),
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      // Gives the 404 for a company that does not exist.
      await overrides.list(companyId);
      const reports = await textWatch.check(companyId, hangUpSignal(reply));
      return {
        templates: reports.map(({ templateId, version, fault = null }) => ({ templateId, version, fault })),
      };
    },
  );

  app.get(
    version,
    {
      config,
      schema: describeRoute({
        operationId: `read${noun}`,
        summary: `Read the text of ${whose} own version`,
        description:
          'The source as it was published, byte for byte; also of a version that was retired. With `Accept: application/json`, as JSON with the parts that were sent with it: what PUT takes.',
        response: {
          200: withJson(file('The Nunjucks source.', ['text/html'], OverrideText, SOURCE), OwnText),
        },
        failures: [404],
        params,
      }),
    },
    async (request, reply) => {
      const { templateId, version } = request.params;
      const key = keyOf(request, request.params);
      const override = await overrides.find(key);
      if (override === undefined) throw unknownOverride(key);
      const { sha256, partsSha256, source, parts, definition } = override;
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(source);
      reply.header('vary', 'Accept');
      if (
        negotiate(request.headers.accept ?? '*/*', ['text/html', 'application/json']) !== 'application/json'
      ) {
        reply.headers(headersOfText({ templateId, version, sha256 }));
        return text;
      }
      reply.headers(headersOfOwnText({ templateId, version, sha256 }, partsSha256));
      const own = parts.own.map((name) => [name, parts.sources.get(name)]);
      return { text, ...definition, ...(own.length > 0 && { parts: Object.fromEntries(own) }) };
    },
  );

  app.delete(
    version,
    {
      config,
      schema: describeRoute({
        operationId: `retire${noun}`,
        summary: `Retire ${whose} own version of a template`,
        description: RETIRED,
        response: { 204: empty('The version is out of use from now on.') },
        failures: [404],
        params,
      }),
    },
    async (request, reply) => {
      const key = keyOf(request, request.params);
      await overrides.retire(key);
      request.log.info(key, 'retired an override');
      return reply.code(204).send();
    },
  );

  app.delete(
    `${base}/:templateId`,
    {
      config,
      schema: describeRoute({
        operationId: `retireAll${noun}s`,
        summary: `Retire all of ${whose} own versions of a template`,
        description: RETIRED,
        response: {
          204: empty('Every version is out of use from now on, and a proposed one is proposed no longer.'),
        },
        failures: [404],
        params: Type.Omit(params, ['version']),
      }),
    },
    async (request, reply) => {
      const template = { companyId: companyOf(request), templateId: request.params.templateId };
      await overrides.retire(template);
      request.log.info(template, 'retired all overrides of a template');
      return reply.code(204).send();
    },
  );
};

function describe(
  { templateId, version, schemaVersion, sha256, bytes, publishedBy, ...override }: StoredOverride,
  fault: string | undefined,
): Override {
  const { createdAt, approvedBy, approvedAt, retiredAt, sentBackBy, sentBackNote, warnings } = override;
  return answerOf<Override>({
    ...{ templateId, version, schemaVersion, sha256, bytes, publishedBy, createdAt },
    status: retiredAt !== null ? 'retired' : override.isProposed ? 'proposed' : 'in use',
    ...{ approvedBy, approvedAt, retiredAt, sentBackBy, sentBackNote, warnings },
    fault: retiredAt === null ? (fault ?? null) : null,
  });
}
