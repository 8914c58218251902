import type { Limit, Parts } from '@tma/kit';
import type { Open311Config } from '../config.ts';
import type { KeyConcurrency } from './key-concurrency.ts';
import type { ReportsClient } from './reports-client.ts';
import type { Tehsils } from './tehsils.ts';

/** What the routes of this service work with. */
export interface Open311 extends Parts<Open311Config> {
  tehsils: Tehsils;
  reports: ReportsClient;
  keyConcurrency: KeyConcurrency;
  limits: {
    /** Calls, by the caller's network. */
    calls: Limit;
    /** Keys that are given, by the head's id. */
    keys: Limit;
  };
}
