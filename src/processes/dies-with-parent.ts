/**
 * Stands before a command whose process the kernel shall end when this one dies, of whatever. A child that sees its
 * pipe close ends by itself, but not while it is busy, and not while it is stopped.
 */
export const DIES_WITH_PARENT = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'] as const;
