import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** Every process of this machine, from /proc (proc(5)), because a bare Debian has no `ps`. */
export function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The second field is the program's name in brackets, which may contain any character.
        const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), group: Number(group), command }];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}
