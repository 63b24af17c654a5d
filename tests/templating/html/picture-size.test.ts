import { expect, test } from 'vitest';
import { pictureSize } from '../../../src/templating/html/picture-size.ts';
import { frame, jpegOf, png, pngChunk, pngHeader, pngOf, SCAN, segment } from './pictures.ts';

const APP0 = segment(0xe0, [1, 2, 3]);
const END = pngChunk('IEND');
const PIXELS = pngChunk('IDAT', [1, 2, 3]);

test.each([
  ['a PNG', png(3, 2)],
  ['a PNG with other chunks', pngOf(pngHeader(3, 2), pngChunk('pHYs', [1]), PIXELS, PIXELS, END)],
  ['a JPEG', jpegOf(frame(3, 2), SCAN)],
  ['an extended JPEG', jpegOf(frame(3, 2, 0xc1), SCAN)],
  ['a progressive JPEG', jpegOf(APP0, frame(3, 2, 0xc2), SCAN, segment(0xc4), SCAN)],
  [
    'a JPEG with a false frame in its application data',
    jpegOf(segment(0xe1, frame(900, 900)), frame(3, 2), SCAN),
  ],
  ['a JPEG with fill bytes before its markers', jpegOf([0xff, 0xff], APP0, [0xff], frame(3, 2), SCAN)],
  [
    'a JPEG with every kind of segment before its frame',
    jpegOf(...[0xc4, 0xdb, 0xdd, 0xfe, 0xef].map((marker) => segment(marker)), frame(3, 2), SCAN),
  ],
  ['a JPEG with restarts in its scan', jpegOf(frame(3, 2), SCAN, [0xff, 0xd0, 0x12, 0xff, 0xd7, 0x34])],
  [
    'a JPEG with data behind its end',
    Buffer.concat([jpegOf(frame(3, 2), SCAN), Buffer.from(frame(900, 900))]),
  ],
])('returns the decoded size of %s', (_, data) => {
  expect(pictureSize(data)).toEqual({ width: 3, height: 2 });
});

/** Some decoder accepts each of these, or an earlier version of the check took it for a picture of one pixel. */
test.each([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
  ['a PNG cut off in its header', png(3, 2).subarray(0, 24)],
  ['a PNG cut off in its height', png(3, 2).subarray(0, 22)],
  ['a PNG cut off before its end', png(3, 2).subarray(0, -12)],
  ['a PNG without pixels', pngOf(pngHeader(3, 2), END)],
  ['a PNG without width', png(0, 2)],
  ['a PNG without height', png(3, 0)],
  ['a PNG whose header is not first', pngOf(pngChunk('gAMA', [1]), pngHeader(3, 2), PIXELS, END)],
  ['a PNG with two headers', pngOf(pngHeader(3, 2), pngHeader(900, 900), PIXELS, END)],
  ['a PNG with a header that is too long', pngOf(pngChunk('IHDR', Array(14).fill(1)), PIXELS, END)],
  ['a PNG whose chunk reaches beyond it', pngOf(pngHeader(3, 2), [0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4], END)],
  ['an animated PNG', pngOf(pngHeader(3, 2), pngChunk('acTL', Array(8).fill(1)), PIXELS, END)],
  ['a PNG with a frame of an animation', pngOf(pngHeader(3, 2), pngChunk('fcTL', [1]), PIXELS, END)],
  ['a PNG with pixels of an animation', pngOf(pngHeader(3, 2), pngChunk('fdAT', [1]), PIXELS, END)],
  ['a JPEG with another first byte', Buffer.from([0, ...jpegOf(frame(3, 2), SCAN).subarray(1)])],
  ['a JPEG with another second byte', Buffer.from([0xff, 0, ...jpegOf(frame(3, 2), SCAN).subarray(2)])],
  ['a JPEG without a frame', jpegOf(SCAN)],
  ['a JPEG with a frame that lacks its size', jpegOf(segment(0xc0, [8, 0, 2]), SCAN)],
  ['a JPEG with a segment of no known kind', jpegOf(segment(0xf0), frame(3, 2), SCAN)],
  ['a JPEG with a start in its scan', jpegOf(frame(3, 2), SCAN, [0xff, 0xd8, 0x12])],
  ['a JPEG with its frame behind its scan', jpegOf(SCAN, frame(3, 2))],
  ['a JPEG without a scan', jpegOf(frame(3, 2))],
  ['a JPEG without height, which would follow the scan', jpegOf(frame(3, 0), SCAN, segment(0xdc, [9, 9]))],
  ['a JPEG cut off', jpegOf(frame(3, 2), SCAN).subarray(0, -2)],
  ['a JPEG cut off in a length', jpegOf(frame(3, 2), SCAN).subarray(0, 5)],
  ['a JPEG cut off in its frame', jpegOf(frame(3, 2), SCAN).subarray(0, 8)],
  ['a JPEG cut off in its scan', jpegOf(frame(3, 2), SCAN).subarray(0, -4)],
  ['a JPEG with a scan shorter than its length', jpegOf(frame(3, 2), [0xff, 0xda, 0, 1, 0x12])],
  ['a JPEG with a lossless frame before its own', jpegOf(frame(9, 9, 0xc3), frame(3, 2), SCAN)],
  ['a JPEG with two frames', jpegOf(frame(3, 2), frame(900, 900), SCAN)],
  ['a JPEG with a second frame behind its scan', jpegOf(frame(3, 2), SCAN, frame(900, 900), SCAN)],
  ['a JPEG with a second start', jpegOf([0xff, 0xd8], frame(3, 2), SCAN)],
  ['a JPEG with bytes between its segments', jpegOf(APP0, [0], frame(3, 2), SCAN)],
  ['a JPEG with a stuffed byte between its segments', jpegOf(APP0, [0xff, 0], frame(3, 2), SCAN)],
  ['a JPEG with a marker that has no length', jpegOf([0xff, 0x01], frame(3, 2), SCAN)],
  ['a JPEG with a restart before its scan', jpegOf([0xff, 0xd3], frame(3, 2), SCAN)],
  ['a JPEG with a segment shorter than its length', jpegOf([0xff, 0xe5, 0, 1], frame(3, 2), SCAN)],
  ['a lossless JPEG', jpegOf(frame(3, 2, 0xc3), SCAN)],
  ['an arithmetic JPEG', jpegOf(frame(3, 2, 0xc9), SCAN)],
  ['a JPEG of more scans than a picture has', jpegOf(frame(3, 2, 0xc2), ...Array(65).fill(SCAN))],
])('refuses %s', (_, data) => {
  expect(pictureSize(data)).toBeUndefined();
});

test.each([
  ['fill bytes', [0xff, 0xff, 0xe5, 0, 2]],
  ['a marker without parameters', [0xff, 0x01]],
  ['a restart marker', [0xff, 0xd7]],
])('does not take a frame header in application data after %s for that of the picture', (_, between) => {
  // A reader that does not skip fill bytes would find a segment that ends exactly before the false frame.
  const smuggled = jpegOf(between, segment(0xe6, [0, ...frame(1, 1)]), frame(20_000, 20_000), SCAN);
  expect(pictureSize(smuggled)).not.toEqual({ width: 1, height: 1 });
});
