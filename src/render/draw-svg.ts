import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { LOGO_BOX_MM } from '../formats/document/letterhead.ts';

/** At 600 dots per inch. */
const PIXELS_PER_MM = 600 / 25.4;

let initializing: Promise<void> | undefined;

/**
 * Draws an SVG at the size of a printed logo. An SVG can ask for any amount of time and memory: see draw-logo.ts. resvg
 * runs no scripts and loads nothing. It leaves out what it cannot read, such as a broken bitmap in an `<image>`.
 * @param fonts TrueType files for the text in it
 * @returns a PNG; undefined when nothing of the drawing can be seen
 * @throws Error, in resvg's words, when it cannot be drawn
 */
export async function drawSvg(svg: string, fonts: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
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
  const image = fitted.drawing.render();
  return isVisible(image.pixels) ? image.asPng() : undefined;
}

/** @param pixels red, green, blue, alpha, and so on */
function isVisible(pixels: Uint8Array): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 0) return true;
  return false;
}

function disposable(drawing: InstanceType<typeof Resvg>) {
  return { drawing, [Symbol.dispose]: () => drawing.free() };
}
