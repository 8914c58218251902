import { Counter } from '@tma/kit';

export const uploadBytes = new Counter({
  name: 'tma_upload_bytes_total',
  help: 'Bytes of pictures and documents that were kept',
  labelNames: ['kind'],
  registers: [],
});
