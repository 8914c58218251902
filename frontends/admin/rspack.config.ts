import { remote } from '../rspack.ts';

export default remote('admin', new URL('./', import.meta.url).href);
