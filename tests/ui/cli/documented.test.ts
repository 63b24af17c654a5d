import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { docgenProgram } from '../../../src/ui/cli/program.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

const program = docgenProgram();

/** Why a command line is wrong; undefined if the names and the number of arguments are right. */
function faultOf(words: readonly string[]): string | undefined {
  let command = program;
  let rest = [...words];
  for (;;) {
    const child = command.commands.find((candidate) => candidate.name() === rest[0]);
    if (child === undefined) break;
    command = child;
    rest = rest.slice(1);
  }
  const { operands, unknown } = command.parseOptions(rest);
  if (unknown.length > 0) return `no option ${unknown[0]}`;
  if (command.commands.length > 0) return operands.length > 0 ? `no command ${operands[0]}` : undefined;
  const { registeredArguments: taken } = command;
  const needed = taken.filter(({ required }) => required).length;
  // A sentence may name a command without its arguments.
  if (operands.length === 0) return undefined;
  return operands.length < needed || operands.length > taken.length
    ? `${operands.length} arguments`
    : undefined;
}

test('every docgen command in the documentation exists and takes those arguments', () => {
  const pages = ['README.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  const commands = pages.flatMap((page) => {
    const text = readFileSync(path.join(ROOT, page), 'utf8');
    const lines = [...text.matchAll(/(?:^|`)(?:npm run (?:-s )?docgen --|docgen) ([a-z][^`#|>\n]*)/gm)];
    return lines.map(([, line = '']) => ({ page, line: line.trim() }));
  });
  const wrong = commands.flatMap(({ page, line }) => {
    const words = line.match(/'[^']*'|\S+/g) ?? [];
    const fault = faultOf(words);
    return fault === undefined ? [] : [`${page}: docgen ${line}: ${fault}`];
  });
  expect(wrong).toEqual([]);
  expect(commands.length).toBeGreaterThan(15);
});
