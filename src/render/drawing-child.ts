/**
 * The process that draws one logo: `node drawing-child.ts <folder of the shared parts>`, started by draw-logo.ts. It reads
 * an SVG from standard input. It writes the byte 0 to standard output when it has started, and then a PNG, unless the SVG
 * cannot be drawn.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { drawSvg } from './draw-svg.ts';

// Text in a picture uses the typeface of the documents.
const font = readFileSync(path.join(process.argv[2] ?? '', 'fonts', 'DocgenSans-Regular.ttf'));
process.stdout.write(Uint8Array.of(0));
const svg = await text(process.stdin);
// resvg's errors may quote the SVG.
const png = await drawSvg(svg, [font]).catch(() => undefined);
if (png !== undefined) process.stdout.write(png);
