import { alone } from '../rspack.ts';

export default alone('gallery', new URL('./', import.meta.url).href);
