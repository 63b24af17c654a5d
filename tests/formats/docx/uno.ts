import { execFileSync } from 'node:child_process';
import { need, needProgram, type Tool } from '../../tools.ts';

/** Debian's own, which has the module; another Python on the PATH has it not. */
export const PYTHON = '/usr/bin/python3';

/** LibreOffice, and the module with which programs of tests speak with it. */
export function needUno(): Tool {
  const soffice = needProgram('soffice');
  const uno = need('python3-uno', hasUno() ? undefined : 'python3-uno is not installed');
  return {
    isSkipped: soffice.isSkipped || uno.isSkipped,
    title: `${soffice.title} and ${uno.title}`,
  };
}

function hasUno(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import uno'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
