interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: NoInfer<Value>): unknown;
}

/** The value that is kept for a key; computes and keeps it if there is none. */
export function remembered<Key, Value>(
  memory: Memory<Key, Value>,
  key: Key,
  compute: (key: Key) => NoInfer<Value>,
): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = compute(key);
  memory.set(key, value);
  return value;
}
