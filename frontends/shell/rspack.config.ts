import { prerenderer, serviceWorker, shell } from '../rspack.ts';

const folder = new URL('./', import.meta.url).href;

export default shell(folder);
export const prerender = prerenderer(folder);
export const worker = serviceWorker(folder, { worker: './worker/main.ts', 'worker-off': './worker/off.ts' });
