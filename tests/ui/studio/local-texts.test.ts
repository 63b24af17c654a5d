import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saved, startBrowser } from '../../browser.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { openPreview } from '../../start/preview/open-preview.ts';
import { addLetter, letter } from '../../templating/templates/letter.ts';
import { copyProject } from '../../templating/templates/project-copy.ts';
import { chord, openTexts } from './open-text.ts';

const FILE = 'templates-html/letter/1.0.0.njk';
const HEADING = 'aria/Text of Letter[role="textbox"]';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('the editor over local files saves, follows other programs, and asks when both have changed a text', async () => {
  await using copy = await copyProject();
  await addLetter(copy, 'letter', { njk: letter('<h1>Letter</h1><p>To {{ name | blank("name") }}.</p>') });
  const preview = await openPreview(copy, 'letter');
  await using _process = preview.process;
  await using studio = await openTexts(browser, preview.origin, new URL(preview.page).hash);
  const { page } = studio;
  const onDisk = () => readFile(path.join(copy.root, FILE), 'utf8');
  const typeAtEnd = async (words: string) => {
    await studio.focus(HEADING);
    await chord(page, 'Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type(words);
  };

  // No key is asked for.
  await studio.says('.pages', 'Ada');
  await studio.says('.head', 'As it is in its file.');
  await typeAtEnd('<p>Typed here</p>');
  await studio.says('.pages', 'Typed here');
  await studio.says('.head', 'Not saved yet; kept in this tab.');
  await chord(page, 'KeyS');
  await studio.says('.said', 'Saved.');
  expect(await onDisk()).toContain('</p><p>Typed here</p>');
  const word = await saved(page, () => studio.press('Download Word'));
  expect([word.name, readWord(word.bytes).blocks.join('\n')]).toEqual([
    'letter-1.0.0.docx',
    'Letter\nTo Ada.\nTyped here',
  ]);

  // Another program writes the file.
  await copy.write({ [FILE]: letter('<h1>Letter</h1><p>Dear {{ name | blank("name") }}.</p>') });
  await studio.says('.pages', 'Dear');
  await studio.says('.head', 'As it is in its file.');

  // Both have changed it: nothing is lost.
  await typeAtEnd('<p>Mine</p>');
  await studio.says('.pages', 'Mine');
  await copy.write({ [FILE]: letter('<h1>Letter</h1><p>Theirs {{ name | blank("name") }}.</p>') });
  await studio.says('[role=alert]', 'The file has been changed by another program since you opened it.');
  await studio.press('Keep what is typed');
  await studio.says('.pages', 'Mine');
  await studio.press('Save');
  await studio.says('.said', 'Saved.');
  expect(await onDisk()).toContain('Dear {{ name | blank("name") }}.</p><p>Mine</p>');

  // What is wrong with another file is said too.
  await copy.write({ 'schemas/letter/sample.json': '{ "name": "Ada", }' });
  await studio.says('[role=alert]', 'schemas/letter/');
  await copy.write({ 'schemas/letter/sample.json': '{ "name": "Grace" }' });
  await studio.says('.pages', 'Grace');

  expect(await studio.violations()).toEqual([]);
  preview.process.child.kill('SIGTERM');
  await studio.says('[role=alert]', 'The preview has been ended; start it again, and this page goes on.');
});
