/**
 * The container in which pictures are decoded: it listens on the Unix socket that its argument names, and each connection gets a
 * process of its own, which decodes until the connection is closed. It reads nothing itself.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { decoderCommand, decoderEnvironment } from './decoder-command.ts';

/** One decodes, one takes over from one that ends, one is spare. The oldest connection makes room. */
const maxProcesses = 3;

const [path = ''] = process.argv.slice(2);
/** In the order in which they were started. */
const processes = new Set<ChildProcess>();

const server = createServer({ pauseOnConnect: true }, (connection) => {
  const child = spawn(process.execPath, decoderCommand, {
    env: decoderEnvironment,
    stdio: ['ignore', 'ignore', 'inherit', connection],
  });
  // Only the process has the socket now: it is closed when the process ends.
  connection.destroy();
  const forget = () => processes.delete(child);
  child.on('error', forget).on('exit', forget);
  processes.add(child);
  for (const oldest of [...processes].slice(0, -maxProcesses)) oldest.kill('SIGKILL');
});

// Removes a socket that a killed container left behind.
rmSync(path, { force: true });
// The service runs as another user. Nobody else has access to the folder.
server.listen({ path, readableAll: true, writableAll: true });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    for (const child of processes) child.kill('SIGKILL');
    process.exit(0);
  });
}
