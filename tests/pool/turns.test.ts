import { describe, expect, test } from 'vitest';
import { RestrictedOwners } from '../../src/pool/restricted-owners.ts';
import { nextJob, overstayed } from '../../src/pool/turns.ts';

/**
 * Jobs as words: `a` is one of the owner a, `A` one of a that has gone on beyond the grace, `.` is nobody's. Each began
 * before those that follow it.
 */
function jobs(words: string) {
  return words.split(' ').flatMap((word, index) => {
    if (word === '') return [];
    const owner = word === '.' ? undefined : word.toLowerCase();
    const isLong = /[A-Z]/.test(word);
    return [{ owner, since: index, isLong, preempted: new AbortController(), at: index }];
  });
}

function options(size: number, owners: string) {
  const restricted = new RestrictedOwners();
  for (const owner of owners) restricted.add(owner);
  return { size, restricted };
}

describe('a worker that is free goes to', () => {
  test.each([
    ['who came first', 2, '', 'a b .', 'c', 0],
    ['who came first of one owner', 2, 'a', 'a a', '', 0],
    ['whose owner holds fewer', 3, 'a a', 'a . a', '', 1],
    ['an owner that holds fewer than all the others together', 3, '. .', '. a', '', 1],
    ['nobody, where none waits', 2, 'a', '', '', -1],
    ['others before a restricted owner', 4, '. b', 'a b .', 'a', 1],
    ['a restricted owner while nobody else waits', 4, 'a . .', 'a', 'a', 0],
    ['nobody, where the restricted have half', 4, 'a c .', 'a c', 'ac', -1],
    ['others, where the restricted have half', 4, 'a c .', 'a c .', 'ac', 2],
    ['the restricted one that holds fewer', 6, 'a a .', 'a c', 'ac', 1],
    ['a restricted owner, of three workers once', 3, 'a', 'a', 'a', -1],
    ['a restricted owner, of one worker', 1, '', 'a', 'a', 0],
  ])('%s', (_, size, holding, waiting, restricted, expected) => {
    const next = nextJob(jobs(waiting), jobs(holding), options(size, restricted));
    expect(next?.at ?? -1).toBe(expected);
  });
});

describe('a worker is taken back from', () => {
  test.each([
    ['nobody while nobody waits', 2, 'A A', '', '', []],
    ['nobody while only the owner itself waits', 2, 'A A', 'a a', '', []],
    ['nobody within the grace', 2, 'a a', '.', '', []],
    ['nobody while half of the workers are free of long jobs', 2, 'A .', '.', '', []],
    ['the one that has gone on for longest', 2, 'A A', '.', '', [0]],
    ['as many as are beyond half of the workers', 4, 'A A A A', 'b', '', [0, 1]],
    ['the owner that holds the most', 3, 'A B B', '.', '', [1, 2]],
    ['nobody for an owner that holds as many', 2, 'A B', 'a b', '', []],
    ['who holds more than the owner that waits', 3, 'A B B', 'a', '', [1, 2]],
    ['nobody while only restricted owners wait', 2, 'A A', 'b', 'b', []],
    ['one that is restricted, too', 2, 'A B', '.', 'a', [0]],
    ['the only one', 1, 'A', '.', '', [0]],
    ['what is long, of an owner with others that are not', 2, 'a A', '.', '', []],
  ])('%s', (_, size, holding, waiting, restricted, expected) => {
    const back = overstayed(jobs(waiting), jobs(holding), options(size, restricted));
    expect(back.map(({ at }) => at)).toEqual(expected);
  });

  test('a job once', () => {
    const [first, second] = jobs('A A');
    if (first === undefined || second === undefined) throw new Error('there are two');
    first.preempted.abort();
    expect(overstayed(jobs('.'), [first, second], options(2, ''))).toEqual([]);
  });
});
