import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { PipeTransport } from '../../../src/formats/pdf/pipe-transport.ts';

/** Output of Chromium: a response with a PDF of 300 KB between two events, with letters of two bytes in UTF-8. */
const BASE64 = Buffer.alloc(300_000, 'JVBERi0x').toString('base64');
const MESSAGES = [
  '{"method":"Page.loadEventFired","params":{"title":"Ä “é”"}}',
  `{"id":7,"result":{"data":"${BASE64}"},"sessionId":"S"}`,
  '{"method":"Page.frameNavigated","params":{}}',
];
const WRITTEN = Buffer.from(MESSAGES.map((message) => `${message}\0`).join(''));

/** @param pieceBytes size of the pieces in which the output arrives */
async function receive(pieceBytes: number, keepsPdfs: boolean) {
  const output = new PassThrough();
  const transport = new PipeTransport(new PassThrough(), output);
  if (keepsPdfs) transport.keepPdfs();
  const messages: string[] = [];
  const all = new Promise<void>((resolve) => {
    transport.onmessage = (message) => {
      if (messages.push(message) === MESSAGES.length) resolve();
    };
  });
  for (let at = 0; at < WRITTEN.length; at += pieceBytes) {
    // Each piece has its own memory, as when a pipe is read.
    output.write(Buffer.from(new Uint8Array(WRITTEN.subarray(at, at + pieceBytes)).buffer));
  }
  await all;
  return { messages, transport };
}

// The third size has everything in one piece; the last one splits a letter.
const SPLITS = [1_000, 65_536, WRITTEN.length, WRITTEN.indexOf('Ä') + 1];

test.each(SPLITS)('assembles messages from pieces of %i bytes', async (pieceBytes) => {
  expect((await receive(pieceBytes, false)).messages).toEqual(MESSAGES);
});

test.each(SPLITS)('keeps a PDF as bytes, in pieces of %i bytes', async (pieceBytes) => {
  const { messages, transport } = await receive(pieceBytes, true);
  const [first, , last] = MESSAGES;
  expect(messages).toEqual([first, '{"id":7,"result":{"data":"1"},"sessionId":"S"}', last]);
  expect(transport.takePdf('1').toString('latin1')).toBe(BASE64);
  expect(transport.takePdf('1').toString('latin1')).toBe('1');
});

test('returns a PDF that was at another position in the response', () => {
  const transport = new PipeTransport(new PassThrough(), new PassThrough());
  expect(transport.takePdf(BASE64).toString('latin1')).toBe(BASE64);
});

test('ends each message with a zero byte, and reports the end of the browser', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new PipeTransport(input, output);
  transport.send('{"id":1}');
  expect(String(input.read())).toBe('{"id":1}\0');
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  output.destroy(new Error('broken'));
  await closed;
});
