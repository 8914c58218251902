import { call } from '@tma/web/api/call';

/** The names of the tehsils, in order. */
export const readTehsils = async (signal: AbortSignal): Promise<string[]> =>
  (await call('GET /api/gettehsils', { signal })).map((item) => item.tehsil);
