import { expect, test } from 'vitest';
import { firstSignal } from '../../src/pool/first-signal.ts';

const controllers = () => [new AbortController(), new AbortController()] as const;

test('fires with the reason of the first signal, and keeps it', () => {
  const [one, other] = controllers();
  using first = firstSignal([one.signal, other.signal]);
  expect(first.signal.aborted).toBe(false);
  other.abort('the other');
  one.abort('the one');
  expect(first.signal.reason).toBe('the other');
});

test('has fired when one of the signals has', () => {
  const [one, other] = controllers();
  other.abort('before');
  using first = firstSignal([one.signal, other.signal]);
  expect(first.signal.reason).toBe('before');
});

test('hears nothing any more when it is disposed', () => {
  const [one, other] = controllers();
  const first = firstSignal([one.signal, other.signal]);
  first[Symbol.dispose]();
  one.abort('too late');
  expect(first.signal.aborted).toBe(false);
});
