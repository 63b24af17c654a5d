import { availableParallelism } from 'node:os';
import { type Static, Type } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';
import { misspeltVariables } from './misspelt-variables.ts';
import { readSecretFiles } from './secret-files.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** One or two tokens. With two, a token can be replaced while both are accepted. */
const ADMIN_TOKENS = '^\\s*[^,\\s]{32,}\\s*(,\\s*[^,\\s]{32,}\\s*)?$';

/** Every variable that the service reads, with its default and limits. No other code reads the environment. */
export const Environment = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  // A port of its own for administration, metrics and probes, so that a firewall can keep callers away from it.
  ADMIN_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  LOG_LEVEL: Type.Unsafe<(typeof LOG_LEVELS)[number]>({ type: 'string', enum: LOG_LEVELS, default: 'info' }),
  // OpenTelemetry's own name, which operators set for all of their services.
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s/]+\\S*$', rule: 'must begin with http:// or https://' }),
  ),
  STUDIO: Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'], default: 'on' }),
  // `on`: what a key publishes is in use when another key with the right `approve` has said so.
  TEXTS_NEED_APPROVAL: Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'], default: 'off' }),
  // Whether the studio may keep drafts in a browser after its tab is closed, when a person says so.
  STUDIO_DRAFTS: Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'], default: 'on' }),
  SECURITY_CONTACT: Type.Optional(
    Type.String({ pattern: '^(mailto:|https://)\\S+$', rule: 'must begin with mailto: or https://' }),
  ),

  DATABASE_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://', secret: true, rule: 'must begin with postgresql://' }),
  ),
  DATABASE_URL_FILE: Type.Optional(Type.String()),
  DATA_DIR: Type.String({ default: './data' }),
  // `check`: refuse to start unless the tables are up to date, for database roles that may not change them
  // (src/start/migrate.ts does).
  MIGRATIONS: Type.Unsafe<'apply' | 'check'>({ type: 'string', enum: ['apply', 'check'], default: 'apply' }),

  ADMIN_TOKEN: Type.Optional(
    Type.String({
      pattern: ADMIN_TOKENS,
      secret: true,
      rule: 'must be a token of at least 32 characters, or two of them separated by a comma',
    }),
  ),
  ADMIN_TOKEN_FILE: Type.Optional(Type.String()),
  // Mixed into the ids of documents and the digests of values, so that a copy of the database does not tell them.
  DIGEST_SECRET: Type.Optional(
    Type.String({ minLength: 32, secret: true, rule: 'must be a secret of at least 32 characters' }),
  ),
  DIGEST_SECRET_FILE: Type.Optional(Type.String()),
  RATE_LIMIT_PER_MINUTE: Type.Integer({ default: 0, minimum: 0 }),
  // The longest body seen in use is 40 KB; 256 KiB prints as about 50 pages of the caller's own text.
  BODY_LIMIT_BYTES: Type.Integer({ default: 262_144, minimum: 1_024, maximum: 16_777_216 }),
  // A file that comes back. A contract of 200 pages has 2 MB, with pictures more. A render process, which holds several
  // copies, has room for 32 MiB.
  READ_LIMIT_BYTES: Type.Integer({ default: 10_485_760, minimum: 1_024, maximum: 33_554_432 }),

  // More than a year, so that a whole year can be looked up afterwards; 0 turns the trail off. The maximum is a
  // century.
  TRAIL_DAYS: Type.Integer({ default: 400, minimum: 0, maximum: 36_525 }),

  CHROMIUM_PATH: Type.Optional(Type.String()),
  // `required`: refuse to start where the kernel gives Chromium no sandbox and no network jail, in place of a warning.
  CHROMIUM_SANDBOX: Type.Unsafe<'auto' | 'required'>({
    type: 'string',
    enum: ['auto', 'required'],
    default: 'auto',
  }),
  // More pages than cores print no faster: rendering is bound by the processor. At least two: fairness keeps one of
  // them for other companies (docs/decisions/0012).
  PDF_PAGES: Type.Integer({ default: Math.max(2, availableParallelism()), minimum: 2, maximum: 64 }),
  PRINT_TIMEOUT_MS: Type.Integer({ default: 30_000, minimum: 1_000 }),
  // A render process makes the whole Word file: one per core doubles the throughput of two cores.
  RENDER_PROCESSES: Type.Integer({ default: Math.max(2, availableParallelism()), minimum: 2, maximum: 64 }),
  RENDER_TIMEOUT_MS: Type.Integer({ default: 5_000, minimum: 100 }),
  // Requests that may wait for a place; QUEUE_TIMEOUT_MS limits their time. Each takes some 10 KB, and its unread body up to
  // 64 KiB (src/service/http/admission/admission.ts).
  MAX_QUEUE: Type.Integer({ default: 10_000, minimum: 0 }),
  // Less than the 10 s after which autocannon and other clients give up, so that they see the 503 and its Retry-After.
  QUEUE_TIMEOUT_MS: Type.Integer({ default: 8_000, minimum: 100 }),
  // How long after SIGTERM the service goes on serving, while load balancers see that /readyz is 503.
  DRAIN_DELAY_MS: Type.Integer({ default: 0, minimum: 0, maximum: 600_000 }),
  // More than the longest document (longest-document.ts).
  SHUTDOWN_TIMEOUT_MS: Type.Integer({ default: 65_000, minimum: 1_000 }),
});

export type Config = Readonly<Static<typeof Environment>>;

/** All faults of the environment, in one message for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * @param environment variables by name, as in `process.env`; a blank one counts as unset
 * @throws ConfigError naming every bad variable, what it was (unless it is a secret) and what is allowed
 */
export function readConfig(environment: Variables): Config {
  const isSet = ([, value]: [string, string | undefined]) => value !== undefined && value.trim() !== '';
  const given: Variables = Object.fromEntries(Object.entries(environment).filter(isSet));
  const names = Object.keys(Environment.properties);
  const { variables, faults } = readSecretFiles(given, ['ADMIN_TOKEN', 'DATABASE_URL', 'DIGEST_SECRET']);
  const ajv = new Ajv({
    coerceTypes: true,
    useDefaults: true,
    removeAdditional: 'all',
    allErrors: true,
    // `Environment` is valid in every start, or in none; to validate it takes 30 of the milliseconds of one.
    validateSchema: false,
    keywords: ['secret', 'rule'],
  });
  const validate = ajv.compile<Config>({ ...Environment, additionalProperties: false });
  const config: object = { ...variables };
  const isValid = validate(config);
  faults.push(
    ...(validate.errors ?? []).map((error) => describeFault(error, given)),
    ...misspeltVariables(Object.keys(given), names).map(
      ([name, right]) => `${name}: there is no such variable; it is ${right}`,
    ),
  );
  if (isValid && config.ADMIN_PORT === config.PORT && config.PORT !== 0)
    faults.push(`ADMIN_PORT: ${config.PORT} is PORT too; set another, or unset it to have one port for all`);
  if (!isValid || faults.length > 0)
    throw new ConfigError(['The environment is not right:', ...faults].join('\n  '));
  return config;
}

function describeFault(error: ErrorObject, environment: Variables): string {
  const property = error.instancePath.slice(1);
  const schema = Environment.properties[property as keyof Config];
  const name = environment[property] === undefined ? `${property}_FILE` : property;
  const was = 'secret' in schema ? 'its value' : JSON.stringify(environment[name]);
  if ('rule' in schema) return `${name}: ${was} ${schema.rule}`;
  const allowed =
    error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : error.message;
  return `${name}: ${was} ${allowed}`;
}
