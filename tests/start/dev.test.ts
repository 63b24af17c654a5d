import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startProcess } from '../process.ts';
import { copyProject } from '../templating/templates/project-copy.ts';

const TEXT = 'templates-html/esg-policy/1.0.0.njk';

test('npm run dev starts anew when a source or a text has changed', async () => {
  await using copy = await copyProject();
  const data = { options: { dataDir: path.join(copy.root, 'data') }, [Symbol.asyncDispose]: async () => {} };
  const [, ...args] = manifest.scripts.dev.replace('exec ', '').split(' ');
  await using service = startProcess(data, { PDF_PAGES: '2' }, ['env', '-C', copy.root], args);
  await service.printed(/Server listening/);

  await copy.write({ [TEXT]: '{{ policyName | nonsense }}' });
  await service.printed(/shutdown is finished/);
  await service.printed(/esg-policy\/1\.0\.0\.njk, line 1, column 17: there is no such filter/);
  await service.printed(/Waiting for file changes before restarting/);

  // A render process reads it, the main process does not.
  await copy.write({ 'src/render/child.ts': '' });
  expect(await service.printed(/Change detected in '.*child\.ts'/)).toBe(
    `Change detected in '${path.join(copy.root, 'src/render/child.ts')}'`,
  );
});
