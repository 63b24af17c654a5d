import { describe, expect, it } from 'vitest';
import { DrawingError } from '../../../src/render/draw-logo.ts';
import { LogoDrawings } from '../../../src/service/use-cases/logo-drawings.ts';

const NEVER = new AbortController().signal;

/** Drawings that end when they are told to. */
function heldDrawings() {
  const started: { readonly svg: string; readonly end: (error?: Error) => void }[] = [];
  const drawings = new LogoDrawings(async (svg) => {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    started.push({ svg, end: (error) => (error ? reject(error) : resolve(Buffer.from(svg))) });
    return await promise;
  });
  return { started, drawings };
}

describe('the logos of companies', () => {
  it('are drawn one at a time, and the companies take turns', async () => {
    const { started, drawings } = heldDrawings();
    const sent = [
      ...['a1', 'a2', 'a3'].map((svg) => drawings.draw('acme', svg, NEVER)),
      drawings.draw('other', 'b1', NEVER),
    ];
    for (const [index, svg] of ['a1', 'b1', 'a2', 'a3'].entries()) {
      await expect.poll(() => started.map((drawing) => drawing.svg)[index]).toBe(svg);
      expect(started.length).toBe(index + 1);
      started[index]?.end();
    }
    expect((await Promise.all(sent)).map(String)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('are not drawn for a caller who has hung up', async () => {
    const { started, drawings } = heldDrawings();
    const first = drawings.draw('acme', 'first', NEVER);
    const caller = new AbortController();
    const second = drawings.draw('acme', 'second', caller.signal);
    caller.abort(new Error('the caller hung up'));
    await expect.poll(() => started.length).toBe(1);
    started[0]?.end();
    await expect(second).rejects.toThrow('the caller hung up');
    await first;
    expect(started.length).toBe(1);
  });

  it('are refused for a while when a process fails, and the next is drawn', async () => {
    const { started, drawings } = heldDrawings();
    const failing = drawings.draw('acme', 'failing', NEVER);
    const next = drawings.draw('acme', 'next', NEVER);
    await expect.poll(() => started.length).toBe(1);
    started[0]?.end(new DrawingError('no process'));
    await expect(failing).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'The logo cannot be drawn now; try again in a moment',
    });
    await expect.poll(() => started.length).toBe(2);
    started[1]?.end();
    expect(String(await next)).toBe('next');
  });
});
