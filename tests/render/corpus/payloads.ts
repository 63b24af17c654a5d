import { BOMBS } from './bombs.ts';
import { EDGE_CASES } from './edge-cases.ts';
import { ESCAPES } from './escapes.ts';
import { MORE_ESCAPES } from './more-escapes.ts';
import { NAMES } from './names.ts';
import type { Payload } from './payload.ts';
import fixture from './ssti-fixture.json' with { type: 'json' };
import collected from './ssti-payloads.json' with { type: 'json' };

/** A collection of attacks, and our own for every other known way to escape. */
export const PAYLOADS: readonly Payload[] = [
  ...collected,
  ...ESCAPES,
  ...MORE_ESCAPES,
  ...NAMES,
  ...BOMBS,
  ...EDGE_CASES,
];

/** The data of the collected payloads. */
export const DATA = { ...fixture.data, big: Array.from({ length: 400 }, (_, index) => index) };

/** The shared parts that the payloads use. */
export const PARTS: Readonly<Record<string, string>> = {
  'base.html': '{% macro a() %}a{% endmacro %}{% block body %}{% endblock %}',
  'selfinc.html': '{% include "selfinc.html" %}',
  'selfext.html': '{% extends "selfext.html" %}',
};
