/** Seconds until a message that the server deferred is sent again, after that many attempts: from 1 s, doubling, to 15 minutes. */
export const deferSeconds = (attempts: number): number => Math.min(2 ** attempts, 900);

/** Seconds until a server that could not be reached is tried again, after that many failures in a row: from 1 s to 5 s. */
export const unreachableSeconds = (failures: number): number => Math.min(2 ** failures, 5);
