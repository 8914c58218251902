import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../infra/config.ts';
import { freePort } from '../infra/processes/ports.ts';

/** A server in a process of its own that one of ours is compared with. */
export interface Peer {
  /** With a slash at its end. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a file of this folder as a server. Its first argument is its port; it sends `ready` when it listens, and exits
 * when the channel to this process closes.
 */
export async function startPeer(file: string, ...args: string[]): Promise<Peer> {
  const port = await freePort();
  const path = fileURLToPath(new URL(file, import.meta.url));
  // In a session of its own, like a part of the portal: the system distributes its cores by session.
  const child = fork(path, [`${port}`, ...args], { env: childEnvironment(), detached: true });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error(`${file} ended while it was starting`)));
  await Promise.race([once(child, 'message'), early]);
  early.catch(() => {});
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
