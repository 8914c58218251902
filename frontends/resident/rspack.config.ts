import { remote } from '../rspack.ts';

export default remote('resident', new URL('./', import.meta.url).href);
