import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const file = new URL('./listen-for-stop.ts', import.meta.url).href;
/** Stops for two seconds, and prints lines meanwhile, as services do. */
const stopping = `import { listenForStop } from '${file}';
const signal = listenForStop();
const printing = setInterval(() => process.stdout.write('.'), 50);
signal.addEventListener('abort', () => setTimeout(() => { clearInterval(printing); process.exit(0); }, 2000));`;

const start = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', stopping], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
};

it('a terminal that takes no more lines begins a stop, which goes to its end', async () => {
  const child = await start();
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it.each([
  ['the same signal, which comes again at once, does not', 100, 0],
  ['a second signal does', 1200, 1],
])('%s cut a stop short', async (_what, afterMs, code) => {
  const child = await start();
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([code, null]);
});

it('a command that listens ends when its work is done, although what started it has a channel to it', async () => {
  const listening = `import { listenForStop } from '${file}'; listenForStop();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', listening], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
});
