import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findTehsils } from '../person/tehsils.store.ts';

/** All tehsils by name. */
export const listTehsils =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'listTehsils'> =>
  async () =>
    findTehsils(pool);
