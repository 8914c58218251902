import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** The moments at which fault tests kill a process: after something became durable, before it was acknowledged. */
type Failpoint =
  | 'upload-stored'
  | 'report-committed'
  | 'change-committed'
  | 'rules-committed'
  | 'closing-committed'
  | 'proof-heard'
  | 'closure-swept'
  | 'events-produced'
  | 'mail-accepted'
  | 'sms-accepted';

let folder: string | undefined;

/** Enables failpoints, which files in a folder arm. Throws a `ConfigError` in production. */
export function allowFailpoints({ FAILPOINTS_DIR, NODE_ENV }: { FAILPOINTS_DIR?: string; NODE_ENV: string }): void {
  if (FAILPOINTS_DIR && NODE_ENV === 'production') throw new ConfigError('FAILPOINTS_DIR is for tests only.');
  folder = FAILPOINTS_DIR;
}

/** Kills this process if the folder has a file of this name. The file is removed first, so that it happens once. */
export function failpoint(name: Failpoint): void {
  if (folder === undefined) return;
  try {
    rmSync(join(folder, name));
  } catch {
    // There is no such file: the failpoint is not armed.
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
