import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { drawSvg } from '../../../src/render/draw-svg.ts';

const FONT = new URL('../../../templates-html/fonts/DocgenSans-Regular.ttf', import.meta.url);

/** Draws an SVG as a drawing process does. */
export async function draw(svg: string): Promise<Uint8Array | undefined> {
  return drawSvg(svg, [readFileSync(FONT)]).catch(() => undefined);
}

export const SVG_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><rect width="120" height="32" fill="#0b5d3b"/>' +
  '<text x="8" y="23" font-family="Docgen Sans" font-size="22" fill="#fff">Baobab</text></svg>';

/** 2 × 1 pixels. */
export const PNG_LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGPgjrX+/5+BoQEADcUDIgVIEWUAAAAASUVORK5CYII=',
  'base64',
);

export const dataUrl = (type: 'png' | 'jpeg' | 'svg+xml', content: string | Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;

export const svg = (content: string, viewBox = '0 0 120 32') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`;

/** Takes some 20 s of processor time. */
export const SLOW_SVG = svg(
  '<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="1000"/></filter>' +
    '<rect width="120" height="32" filter="url(#f)"/>',
);

interface PngContent {
  readonly depth?: number;
  /** 0: grey, 2: RGB, 3: palette, 6: RGB and alpha. */
  readonly colourType?: number;
  readonly palette?: readonly number[];
  /** Each row begins with the number of its filter. */
  readonly rows: Uint8Array;
  /** What stands in place of the compressed rows. */
  readonly pixels?: Uint8Array;
}

/** A PNG of 16 × 8 pixels, with right checksums. */
export function png({
  depth = 8,
  colourType = 2,
  palette,
  rows,
  pixels = deflateSync(rows),
}: PngContent): Buffer {
  const header = [0, 0, 0, 16, 0, 0, 0, 8, depth, colourType, 0, 0, 0];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...(palette === undefined ? [] : [pngChunk('PLTE', palette)]),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', []),
  ]);
}

function pngChunk(type: string, data: Iterable<number>): Buffer {
  const content = Buffer.from([...Buffer.from(type, 'latin1'), ...data]);
  const frame = Buffer.alloc(content.length + 8);
  frame.writeUInt32BE(content.length - 4, 0);
  content.copy(frame, 4);
  frame.writeUInt32BE(crc32(content), content.length + 4);
  return frame;
}

/** Rows of one colour for `png`. @param bytes of a row, without its filter */
export function rows(bytes: number, value = 0x55, filter = 0): Buffer {
  return Buffer.concat(Array.from({ length: 8 }, () => Buffer.from([filter, ...Buffer.alloc(bytes, value)])));
}

/** 16 × 8 green pixels, written by Pillow. */
export const JPEG_LOGO = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO' +
    'UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P' +
    'T09PT09PT0//wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAAAgX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYAFJf/9k=',
  'base64',
);

/** The same in cyan, magenta, yellow and black. */
export const CMYK_LOGO = Buffer.from(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJT' +
    'UjI+WmFaUGBKUVJP/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAAHBQb/xAAUEAEAAAAAAAAAAAAA' +
    'AAAAAAAA/9oADgRDAE0AWQBLAAA/AJuyXKqcAP/Z',
  'base64',
);
