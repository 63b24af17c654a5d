import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureSize } from '../../src/html/picture-size.ts';
import { type Renderer, startRenderer } from '../../src/render/renderer.ts';
import { SVG_LOGO } from '../profiles/pictures.ts';

const NEVER = new AbortController().signal;
let renderer: Renderer;

beforeAll(async () => {
  const limits = { size: 1, maxQueue: 10, waitTimeoutMs: 60_000, workTimeoutMs: 20_000 };
  renderer = await startRenderer({ ...limits, onFault: () => undefined });
});
afterAll(() => renderer.close());

/** A group that is used ten times, in a group that is used ten times, and so on. */
const LAUGHS =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><g id="a0"><rect width="1" height="1"/></g>' +
  [1, 2, 3, 4, 5, 6, 7].map((n) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`).join('') +
  '</defs><use href="#a7"/></svg>';

it('draws an SVG in a render process, in the size of a printed logo', async () => {
  const png = await renderer.rasterizeSvg(SVG_LOGO, NEVER);
  expect(pictureSize(png ?? new Uint8Array())).toEqual({ width: 1418, height: 378 });
});

it.each([
  ['is no SVG', '<svg'],
  ['uses itself ten million times', LAUGHS],
])('draws nothing if it %s, and the process continues', async (_, svg) => {
  expect(await renderer.rasterizeSvg(svg, NEVER)).toBeUndefined();
  expect(await renderer.rasterizeSvg(SVG_LOGO, NEVER)).toBeInstanceOf(Uint8Array);
});
