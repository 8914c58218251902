import type { NotifyConfig } from './config.ts';

type Secrets = Pick<NotifyConfig, 'LINK_SECRET' | 'CLOSURE_LINK_SECRET'>;

/**
 * Opens what one of the two secrets sealed. In the version before they were one, and what it sealed lies in Kafka and in the
 * queue after the update. Throws when neither opens it.
 * @param own the one that seals such things now
 */
export function openSealed<T>(config: Secrets, own: keyof Secrets, open: (secret: Buffer) => T): T {
  try {
    return open(config[own]);
  } catch {
    return open(config[own === 'LINK_SECRET' ? 'CLOSURE_LINK_SECRET' : 'LINK_SECRET']);
  }
}
