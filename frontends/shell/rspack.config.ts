import { shell } from '../rspack.ts';

export default shell(new URL('./', import.meta.url).href);
