import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** The moments at which the fault suite ends a process: after something became durable, before anybody knows. */
export type Failpoint = 'upload-stored' | 'report-committed' | 'change-committed' | 'events-produced' | 'mail-accepted';

let armed: string | undefined;

/** Lets failpoints be armed by files in a folder. Never in production. */
export function allowFailpoints({ FAILPOINTS_DIR, NODE_ENV }: { FAILPOINTS_DIR?: string; NODE_ENV: string }): void {
  if (FAILPOINTS_DIR && NODE_ENV === 'production') throw new ConfigError('FAILPOINTS_DIR is for tests only.');
  armed = FAILPOINTS_DIR;
}

/** Ends this process at once if a file of this name lies in the folder. The file goes, so that it happens once. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined) return;
  try {
    rmSync(join(armed, name));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
