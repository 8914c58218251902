import { type Parts, repeat, type ServiceConfig } from '@tma/kit';
import { buildCallbacks } from './callbacks.ts';
import type { SmsConfig } from './config.ts';
import { forgetCounts } from './counts.store.ts';
import type { IncomingParts } from './incoming.ts';

const hourMs = 3_600_000;

/** Listens to the gateway, and forgets what is too old. @returns what stops it */
export function startCallbacks(
  parts: Pick<Parts<ServiceConfig & SmsConfig>, 'config' | 'log' | 'pool'> & Pick<IncomingParts, 'sender'>,
): () => Promise<void> {
  const { HOST: host, SMS_PORT: port, REUSE_PORT: reusePort } = parts.config;
  const where = { host, port, reusePort };
  const app = buildCallbacks(parts, parts.log);
  const listening = app.listen(where).catch((error: unknown) => {
    parts.log.fatal({ err: error }, 'SMS_PORT cannot be listened on');
    process.exit(1);
  });
  const stop = repeat(hourMs, () => forgetCounts(parts.pool), parts.log, 'counts of messages could not be forgotten');
  return async () => {
    await listening;
    await Promise.all([app.close(), stop()]);
  };
}
