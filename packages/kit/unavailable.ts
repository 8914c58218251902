/**
 * SQL states of a server that is away, starting, stopping, full or a replica (PostgreSQL appendix A: 08, 53, 57P, 25006), codes
 * of sockets and disks, and codes of our own: `DB_AWAY` (below), `STORAGE_AWAY` (the files service's storage).
 */
const codes =
  /^(08...|57P0[1-5]|53...|25P03|25006|ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOSPC|EDQUOT|STORAGE_AWAY|DB_AWAY|UND_ERR_(CONNECT_TIMEOUT|SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

/** Whether an error, or its cause, means that a dependency is away, so that trying again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && codes.test(code)) return true;
  return error.cause !== undefined && isUnavailable(error.cause);
}

/** Whether Postgres ended a statement because it took too long or was part of a deadlock: nothing of it took effect. */
export const isEnded = (error: unknown): boolean =>
  error instanceof Error && ['57014', '40P01'].includes((error as { code?: string }).code ?? '');

/**
 * Gives the code `DB_AWAY` to an error of a connection that was lost or could not be made: pg has none for its own
 * (`Connection terminated unexpectedly`, `timeout exceeded when trying to connect`). An existing code stays.
 */
export function markDbAway<E>(error: E): E {
  if (error instanceof Error && !('code' in error)) Object.assign(error, { code: 'DB_AWAY' });
  return error;
}
