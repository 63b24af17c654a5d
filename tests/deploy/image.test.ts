import { expect, test } from 'vitest';
import { readConfig } from '../../src/environment/config.ts';
import { read } from './files.ts';

const dockerfile = read('deploy/Dockerfile');
const { devDependencies, scripts, version } = JSON.parse(read('package.json')) as {
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
  version: string;
};

test('the image has the version of Node that the project is tested with', () => {
  // An operator may pin it by digest.
  const [, image] = /^FROM (\S+?)(?:@sha256:[0-9a-f]{64})?$/m.exec(dockerfile) ?? [];
  expect(image).toBe(`node:${devDependencies.node}-bookworm-slim`);
  expect(dockerfile).toContain(`org.opencontainers.image.base.name="docker.io/library/${image}"`);
  expect(dockerfile).toContain(`ARG VERSION=${version}`);
});

test('the image sets only variables that the service knows', () => {
  const [, lines = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
  const variables = Object.fromEntries(
    [...lines.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const { NODE_ENV, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, ...ours } = variables;
  expect([NODE_ENV, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_]).toEqual(['production', '1', '131072']);
  expect(readConfig(ours)).toMatchObject({ ...ours, PORT: 3000 });
  expect(dockerfile).toContain('EXPOSE 3000');
  expect(dockerfile).toContain(`VOLUME ${ours.DATA_DIR}`);
});

test('the image starts the service with the settings of memory of npm start', () => {
  const { start = '' } = scripts;
  const flags = [...start.matchAll(/ (--(?!import)\S+)/g)].map(([, flag = '']) => flag);
  const [, settings = ''] = /^((?:MALLOC_\w+=\d+ )+)exec /.exec(start) ?? [];
  expect(flags).toHaveLength(2);
  expect(settings.split('=')).toHaveLength(3);
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...flags, 'src/start/main.ts']).replaceAll(',', ', ')}`,
  );
  expect(dockerfile).toContain(`  ${settings.trim()}\nEXPOSE`);
});

test('the build context contains only what the image needs', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const copied = [...dockerfile.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  expect(lines[0]).toBe('*');
  expect(
    lines
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
      .sort(),
  ).toEqual(copied.sort());
});

test('the seccomp profile is an allow-list, and allows only the namespaces of the sandbox', () => {
  const profile = JSON.parse(read('deploy/seccomp-chromium.json')) as {
    defaultAction: string;
    syscalls: { names: string[]; action: string; args?: { value: number; valueTwo: number; op: string }[] }[];
  };
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  expect(new Set(profile.syscalls.map(({ action }) => action))).toEqual(new Set(['SCMP_ACT_ALLOW']));
  const unconditional = profile.syscalls
    .filter(({ args }) => args === undefined)
    .flatMap(({ names }) => names);
  const dangerous = [
    'bpf',
    'clone',
    'clone3',
    'io_uring_setup',
    'keyctl',
    'mount',
    'perf_event_open',
    'pivot_root',
  ];
  expect(
    [...dangerous, 'ptrace', 'setns', 'unshare', 'userfaultfd'].filter((name) =>
      unconditional.includes(name),
    ),
  ).toEqual([]);
  // CLONE_NEWUSER, CLONE_NEWPID and CLONE_NEWNET of <linux/sched.h>.
  const allowed = 0x10000000 + 0x20000000 + 0x40000000;
  for (const name of ['clone', 'unshare']) {
    const [rule] = profile.syscalls.filter(({ names }) => names.includes(name));
    expect(rule?.args).toMatchObject([{ valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]);
    const refused = rule?.args?.[0]?.value ?? 0;
    expect([refused & allowed, refused & 0x0e020000]).toEqual([0, 0x0e020000]);
  }
});
