import type { Limit, Parts, ServiceConfig } from '@tma/kit';
import type { KeyConcurrency } from './key-concurrency.ts';
import type { ReportsClient } from './reports-client.ts';
import type { Tehsils } from './tehsils.ts';

/** What the routes of this service work with. */
export interface Open311 extends Parts<ServiceConfig & { TIME_ZONE: string }> {
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
