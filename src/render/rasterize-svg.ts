import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { LOGO_BOX_MM } from '../html/letterhead.ts';

/** At 600 dots per inch. */
const PIXELS_PER_MM = 600 / 25.4;

let initializing: Promise<void> | undefined;

/**
 * Draws an SVG at the size of a printed logo. Runs in a render process, whose time and memory are limited: an SVG can
 * ask for any amount of both. resvg runs no scripts and loads nothing.
 * @param fonts TrueType files for the text in it
 * @returns a PNG
 * @throws Error, in resvg's words, when it cannot be drawn
 */
export async function rasterizeSvg(svg: string, fonts: readonly Uint8Array[]): Promise<Uint8Array> {
  initializing ??= initWasm(
    readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))),
  );
  await initializing;
  const font = { fontBuffers: [...fonts], loadSystemFonts: false, defaultFontFamily: 'Docgen Sans' };
  using probe = disposable(new Resvg(svg, { font }));
  const { width, height } = probe.drawing;
  const isWide = width / height > LOGO_BOX_MM.width / LOGO_BOX_MM.height;
  const fitTo = isWide
    ? ({ mode: 'width', value: Math.round(LOGO_BOX_MM.width * PIXELS_PER_MM) } as const)
    : ({ mode: 'height', value: Math.round(LOGO_BOX_MM.height * PIXELS_PER_MM) } as const);
  using fitted = disposable(new Resvg(svg, { font, fitTo }));
  return fitted.drawing.render().asPng();
}

function disposable(drawing: InstanceType<typeof Resvg>) {
  return { drawing, [Symbol.dispose]: () => drawing.free() };
}
