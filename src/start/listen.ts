/** The service cannot listen on its address; the message tells the cure. */
class ListenError extends Error {
  override readonly name = 'ListenError';
}

const REASONS = new Map<string, (address: string, variable: string) => string>(
  Object.entries({
    EADDRINUSE: (address: string, variable: string) =>
      `${address} (HOST, ${variable}) is in use by another process; stop that process, or set another ${variable}`,
    EACCES: (address: string, variable: string) =>
      `this user may not listen on ${address} (HOST, ${variable}); set ${variable} to one above 1023`,
    EADDRNOTAVAIL: (address: string) => `this machine has no such address as ${address}; correct HOST`,
    ENOTFOUND: (address: string) => `no address is known for ${address}; correct HOST`,
  }),
);

/**
 * @param variable name of the setting of the port
 * @throws ListenError for failures that an operator can mend
 */
export async function listen<Result>(
  variable: 'PORT' | 'ADMIN_PORT',
  host: string,
  port: number,
  open: (address: { host: string; port: number }) => Promise<Result>,
): Promise<Result> {
  return await open({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const reason = REASONS.get(cause.code ?? '')?.(`${host}:${port}`, variable);
    throw reason === undefined ? cause : new ListenError(`The service cannot start: ${reason}.`, { cause });
  });
}
