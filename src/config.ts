import { availableParallelism } from 'node:os';
import { type Static, Type } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that the service reads, with its default and its limits. Nothing else looks at the environment. */
const Environment = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  LOG_LEVEL: Type.Unsafe<(typeof LOG_LEVELS)[number]>({ type: 'string', enum: LOG_LEVELS, default: 'info' }),

  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://', secret: true })),
  DATA_DIR: Type.String({ default: './data' }),

  ADMIN_TOKEN: Type.Optional(Type.String({ minLength: 32, secret: true })),
  RATE_LIMIT_PER_MINUTE: Type.Integer({ default: 0, minimum: 0 }),
  // A key that has been quiet may send so many at once, as a night's batch does; unset, a minute's worth.
  RATE_LIMIT_BURST: Type.Optional(Type.Integer({ minimum: 1 })),
  // Longest body measured in use is 40 KB; 256 KiB prints as about 50 pages of the caller's own text.
  BODY_LIMIT_BYTES: Type.Integer({ default: 262_144, minimum: 1_024, maximum: 16_777_216 }),
  // What a body may hold within its bytes. 256 KiB of brackets are 130,000 levels, at which anything that calls itself
  // for each level ends with an error; the deepest schema has 4.
  BODY_MAX_DEPTH: Type.Integer({ default: 12, minimum: 4, maximum: 1_000 }),
  // Ten lists of the longest kind; the largest sample has 65. To look at 20,000 takes 2 ms.
  BODY_MAX_VALUES: Type.Integer({ default: 20_000, minimum: 100 }),
  // 2,000 entries print in about a second, 20,000 would hold a page for eight.
  BODY_MAX_ENTRIES: Type.Integer({ default: 2_000, minimum: 1 }),
  // The largest schema has 36; the rest is room for what a caller has besides and the service ignores.
  BODY_MAX_KEYS: Type.Integer({ default: 500, minimum: 50 }),
  // Some twenty pages in one paragraph, which is no field of a contract.
  BODY_MAX_CHARACTERS: Type.Integer({ default: 65_536, minimum: 1_000 }),

  // More than a year, so that who looks back on one finds the whole of it; 0 keeps no trail. The most is a century.
  TRAIL_DAYS: Type.Integer({ default: 400, minimum: 0, maximum: 36_525 }),

  CHROMIUM_PATH: Type.Optional(Type.String()),
  // `required`: refuse to start where the kernel gives Chromium no sandbox and no network jail, in place of a warning.
  CHROMIUM_SANDBOX: Type.Unsafe<'auto' | 'required'>({
    type: 'string',
    enum: ['auto', 'required'],
    default: 'auto',
  }),
  // More pages than cores print no faster: the renderer is bound by the processor.
  PDF_PAGES: Type.Integer({ default: availableParallelism(), minimum: 1, maximum: 64 }),
  PRINT_TIMEOUT_MS: Type.Integer({ default: 30_000, minimum: 1_000 }),
  // A Word file is all theirs: as many as cores make twice as many as one.
  RENDER_PROCESSES: Type.Integer({ default: availableParallelism(), minimum: 1, maximum: 64 }),
  RENDER_TIMEOUT_MS: Type.Integer({ default: 5_000, minimum: 100 }),
  // Documents that may wait: at 25 ms each on two pages, 100 wait about a second and a half.
  MAX_QUEUE: Type.Integer({ default: 100, minimum: 0 }),
  QUEUE_TIMEOUT_MS: Type.Integer({ default: 10_000, minimum: 100 }),
  SHUTDOWN_TIMEOUT_MS: Type.Integer({ default: 25_000, minimum: 1_000 }),
});

export type Config = Readonly<Static<typeof Environment>>;

/** Everything that is wrong with the environment, in one message for the person who starts the service. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param environment variables by name, as in `process.env`; a blank one counts as unset
 * @throws ConfigError naming every bad variable, what it was (unless it is a secret) and what is allowed
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const variables = Object.fromEntries(given);
  const ajv = new Ajv({
    coerceTypes: true,
    useDefaults: true,
    removeAdditional: 'all',
    allErrors: true,
    keywords: ['secret'],
    // That it is a schema, the compiler of types sees; to look again takes 25 ms.
    validateSchema: false,
    meta: false,
  });
  const validate = ajv.compile<Config>({ ...Environment, additionalProperties: false });
  if (validate(variables)) return variables;
  const faults = (validate.errors ?? []).map((error) => describeFault(error, environment));
  throw new ConfigError(['The environment is not right:', ...faults].join('\n  '));
}

function describeFault(
  error: ErrorObject,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const name = error.instancePath.slice(1);
  const isSecret = 'secret' in (Environment.properties[name as keyof Config] ?? {});
  const was = isSecret ? 'its value' : JSON.stringify(environment[name]);
  const allowed =
    error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : error.message;
  return `${name}: ${was} ${allowed}`;
}
