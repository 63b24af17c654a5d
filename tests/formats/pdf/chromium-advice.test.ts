import { describe, expect, test } from 'vitest';
import { chromiumAdvice } from '../../../src/formats/pdf/chromium-advice.ts';

const OLD = { ageDays: 42, isOld: true };
const LOOPBACK = ['127.0.0.1', '127.0.0.53', 'localhost', '::1'];
const PUBLIC = ['0.0.0.0', '::', '10.0.0.5', 'docgen.example', '127.example'];
const INSTALLED = '/usr/lib/chromium/chromium-headless-shell';

describe('a start with an old Chromium', () => {
  test('warns of the embedded one if other machines can connect, and names what to do', () => {
    const advice = PUBLIC.map((host) => chromiumAdvice(OLD, undefined, host));
    const [{ message } = { message: '' }] = advice;
    expect(advice).toEqual(PUBLIC.map(() => ({ level: 'warn', message })));
    expect(message).toContain(`CHROMIUM_PATH=${INSTALLED}`);
    expect(message).toContain('the image of docs/deployment.md');
    expect(message).toContain('npm run outdated');
  });

  test('gives the same advice without a warning if only this machine can connect', () => {
    const [{ message } = { message: '' }] = PUBLIC.map((host) => chromiumAdvice(OLD, undefined, host));
    expect(LOOPBACK.map((host) => chromiumAdvice(OLD, undefined, host))).toEqual(
      LOOPBACK.map(() => ({ level: 'info', message })),
    );
  });

  test('warns of an installed one at any address', () => {
    const advice = [...LOOPBACK, ...PUBLIC].map((host) => chromiumAdvice(OLD, INSTALLED, host));
    expect(new Set(advice.map(({ level }) => level))).toEqual(new Set(['warn']));
    expect(advice[0]?.message).toContain('docs/runbooks/chromium-old.md');
  });
});

test('a start with a new Chromium logs its version and age', () => {
  expect(chromiumAdvice({ ageDays: 41, isOld: false }, undefined, '0.0.0.0')).toEqual({
    level: 'info',
    message: 'the version and age of Chromium',
  });
});
