import { readFileSync } from 'node:fs';
import { rasterizeSvg as rasterize } from '../../src/render/rasterize-svg.ts';

const FONT = new URL('../../templates-html/fonts/DocgenSans-Regular.ttf', import.meta.url);

/** Draws an SVG as a render process does. */
export async function rasterizeSvg(svg: string): Promise<Uint8Array | undefined> {
  return rasterize(svg, [readFileSync(FONT)]).catch(() => undefined);
}

export const SVG_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><rect width="120" height="32" fill="#0b5d3b"/>' +
  '<text x="8" y="23" font-family="Docgen Sans" font-size="22" fill="#fff">Baobab</text></svg>';

/** 2 × 1 pixels. */
export const PNG_LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEElEQVR4nGNgYPj/HwgZGAANAgL/RN0hwwAAAABJRU5ErkJggg==',
  'base64',
);

export const dataUrl = (type: 'png' | 'jpeg' | 'svg+xml', content: string | Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;
