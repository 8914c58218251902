import type { LinkKeys, Parts, Pool } from '@tma/kit';
import type { ReportsConfig } from '../config.ts';
import type { Files } from './form/files-client.ts';
import type { Administrators } from './people/administrators-client.ts';
import type { Tehsils } from './people/tehsils.ts';
import type { Limits } from './rate-limits.ts';

/** The newest checkpoint of the signed log: how many leaves, and their root hash in base64. */
export interface LogHead {
  size: number;
  root: string;
}

/** The signed log of public facts. */
export interface SignedLog {
  /** Null where there is none, or none is known yet. */
  latest(): LogHead | null;
  /** Appends what is not in it yet, and signs it. */
  round(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** What the routes of this service work with. */
export interface Reports extends Parts<ReportsConfig> {
  files: Files;
  tehsils: Tehsils;
  administrators: Administrators;
  /** The keys of the links that mails of closures have. */
  linkKeys: LinkKeys;
  /** Connections for downloads alone: each takes one for as long as its reader does. */
  downloads: Pool;
  /** The current day in the portal's zone, `YYYY-MM-DD`. */
  today: () => string;
  /** How long a closure can be answered, in seconds. */
  answerSeconds: number;
  limits: Limits;
  signedLog: SignedLog;
}
