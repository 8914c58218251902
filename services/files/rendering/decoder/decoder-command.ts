/** How the process that decodes pictures is started: by the service itself, or by `decoder-server.ts` in a container of its own. */
import { fileURLToPath } from 'node:url';

/** Without the compiler of JavaScript the process needs 9 MB less, and it runs hardly any JavaScript. */
const options = ['--jitless', '--max-semi-space-size=1', '--max-old-space-size=64'];

/** The arguments of node. */
export const decoderCommand = [...options, fileURLToPath(new URL('./decoder-process.mjs', import.meta.url))];

/** Its whole environment: no addresses, no secrets. Memory goes back to the system at once, without warnings. */
export const decoderEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  VIPS_WARNING: 'off',
};
