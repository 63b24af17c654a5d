/**
 * What stands before the command of every process that the service starts.
 *
 * - The kernel ends it when this process dies, of whatever. A child that sees its pipe close ends by itself, but not
 *   while it is busy, and not while it is stopped.
 * - It leaves the processor to this process: printing takes all that there is, and a refusal takes a moment. Not lower
 *   than 10, which leaves it a tenth of a core that somebody else keeps busy.
 */
export const SUBORDINATE = [
  ...['/usr/bin/nice', '-n', '10'],
  ...['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'],
] as const;
