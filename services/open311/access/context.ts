import type { Limit, Parts, ServiceConfig } from '@tma/kit';
import type { ReportsClient } from './reports-client.ts';
import type { Tehsils } from './tehsils.ts';
import type { UnderWay } from './under-way.ts';

/** The settings that routes and rules read. */
interface Settings extends ServiceConfig {
  TIME_ZONE: string;
}

/** What the routes of this service work with. */
export interface Open311 extends Parts<Settings> {
  tehsils: Tehsils;
  reports: ReportsClient;
  underWay: UnderWay;
  limits: {
    /** Calls, by the caller's network. */
    calls: Limit;
    /** Keys that are given, by the head's id. */
    keys: Limit;
  };
}
