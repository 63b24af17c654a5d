import { expect, test } from 'vitest';
import { withoutMessage } from '../../src/render/without-message.ts';

test('keeps the type and stack of an error, and removes its message', () => {
  const summary = withoutMessage(new TypeError('cannot read SECRET\n    at SECRET'));
  expect(summary).toMatch(/^TypeError\n {4}at .*without-message\.test\.ts/);
  expect(summary).not.toContain('SECRET');
});

test('returns the type of a value that is not an error', () => {
  expect(withoutMessage('SECRET')).toBe('string');
});
