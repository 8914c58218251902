import { standalonePage } from '../rspack.ts';

export default standalonePage('gallery', new URL('./', import.meta.url).href);
