import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { drawLogo } from '../../src/render/draw-logo.ts';
import { pictureSize } from '../../src/templating/html/picture-size.ts';
import { processes } from '../formats/pdf/processes.ts';
import { SLOW_SVG, SVG_LOGO, svg } from '../service/profiles/pictures.ts';

const NEVER = new AbortController().signal;
const RECTANGLE = '<rect width="80" height="20"/>';

/** A group that is used ten times, in a group that is used ten times, and so on. */
const LAUGHS = svg(
  `<defs><g id="a0">${RECTANGLE}</g>` +
    [1, 2, 3, 4, 5, 6, 7].map((n) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`).join('') +
    '</defs><use href="#a7"/>',
);

/**
 * Draws a logo.
 * @returns with the process that draws it, as soon as there is one: it leads a group, and may be gone in a moment
 */
async function begin(logo: string, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<ChildProcess>();
  const note = (message: unknown) => {
    const { process: child } = message as { readonly process: ChildProcess };
    child.once('spawn', () => {
      if (child.spawnargs.some((word) => word.includes('drawing-child'))) resolve(child);
    });
  };
  subscribe('child_process', note);
  const drawing = drawLogo(logo, signal);
  const { pid: group } = await promise;
  unsubscribe('child_process', note);
  return { drawing, group };
}

/** A process that has ended has no command until its parent takes note. */
const commandsIn = (group: number | undefined) =>
  processes()
    .filter((one) => one.group === group && one.command !== '')
    .map(({ command }) => command);

describe('a logo', () => {
  it('is drawn in the size of a printed logo', async () => {
    const png = await drawLogo(SVG_LOGO, NEVER);
    expect(pictureSize(png ?? new Uint8Array())).toEqual({ width: 1061, height: 283 });
  });

  it('may have a shadow', async () => {
    const filter = '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter>';
    const png = await drawLogo(svg(`${filter}<g filter="url(#f)">${RECTANGLE}</g>`), NEVER);
    expect(pictureSize(png ?? new Uint8Array())).toEqual({ width: 1061, height: 283 });
  });

  it.each([
    ['is no SVG', '<svg'],
    ['uses itself', svg('<g id="a"><use href="#a"/></g>')],
    ['uses a rectangle ten million times', LAUGHS],
    [
      'has 900 transparent groups in each other',
      svg('<g opacity=".9">'.repeat(900) + RECTANGLE + '</g>'.repeat(900)),
    ],
    [
      'has a filter of 10¹⁸ pixels',
      svg(
        '<filter id="f" x="-1e9" y="-1e9" width="2e9" height="2e9"><feTurbulence baseFrequency="1"/></filter>' +
          `<g filter="url(#f)">${RECTANGLE}</g>`,
      ),
    ],
    ['has no size', svg(RECTANGLE, '0 0 1e38 1e38')],
    ['is a thousand million times as wide as high', svg(RECTANGLE, '0 0 1e9 1')],
    ['takes more than two seconds of processor time', SLOW_SVG],
  ])('is not drawn if it %s', async (_, logo) => {
    expect(await drawLogo(logo, NEVER)).toBeUndefined();
  });

  it('leaves no process', async () => {
    const { drawing, group } = await begin(SVG_LOGO, NEVER);
    await drawing;
    expect(commandsIn(group)).toEqual([]);
  });

  it('leaves no process when the caller hangs up', async () => {
    const caller = new AbortController();
    const { drawing, group } = await begin(SLOW_SVG, caller.signal);
    expect(commandsIn(group)).not.toEqual([]);
    caller.abort(new Error('the caller hung up'));
    await expect(drawing).rejects.toThrow('the caller hung up');
    await expect.poll(() => commandsIn(group)).toEqual([]);
  });
});
