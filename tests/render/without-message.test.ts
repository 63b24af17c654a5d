import { expect, test } from 'vitest';
import { withoutMessage } from '../../src/render/without-message.ts';

test('an error tells its type and its calls, and nothing of its message', () => {
  const summary = withoutMessage(new TypeError('cannot read SECRET\n    at SECRET'));
  expect(summary).toMatch(/^TypeError\n {4}at .*without-message\.test\.ts/);
  expect(summary).not.toContain('SECRET');
});

test('what is no error tells its type', () => {
  expect(withoutMessage('SECRET')).toBe('string');
});
