/** `npm run generate`: writes every generated file that is not as it has to be, and names it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles, isTypesGeneratorInstalled, ROOT } from './files.ts';

if (!isTypesGeneratorInstalled())
  execFileSync('npm', ['ci', '--prefix', 'clients/typescript', '--no-audit', '--no-fund'], {
    ...{ cwd: ROOT, stdio: 'inherit' },
  });
for (const [file, text] of await generatedFiles()) {
  const absolute = path.join(ROOT, file);
  if (existsSync(absolute) && readFileSync(absolute, 'utf8') === text) continue;
  writeFileSync(absolute, text);
  console.log(file);
}
