import type { Handler } from '@tma/kit';
import type { Auth } from '../../context.ts';
import { findTehsils } from '../../stores/tehsils.store.ts';

/** All tehsils by name. */
export const listTehsils =
  ({ pool }: Auth): Handler<'listTehsils'> =>
  async () =>
    findTehsils(pool);
