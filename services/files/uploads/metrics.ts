import { Counter } from '@tma/kit';

/** What was kept, by kind (`image`, `document`, `proof`). The plan registers it. */
export type UploadBytes = Counter<'kind'>;

export const countUploadBytes = (): UploadBytes =>
  new Counter({
    name: 'tma_upload_bytes_total',
    help: 'Bytes of pictures and documents that were kept',
    labelNames: ['kind'],
    registers: [],
  });
