import { type EventData, type EventType, topics } from '@tma/contracts';
import type { Pool } from '@tma/kit';
import { findOutboxEvents } from './outbox.store.ts';

type LinkMail = 'VerificationRequested' | 'RecoveryRequested' | 'EmailChangeRequested';

/** Reads what the service has appended to its outbox. */
export function createEventReader(pool: Pool) {
  /** The events of a type about one account, oldest first. */
  const eventsOf = async <T extends EventType>(type: T, subject: string): Promise<EventData<T>[]> =>
    (await findOutboxEvents(pool, subject))
      .filter((event) => event.topic === topics.identity && event.payload.type === type)
      .map((event) => event.payload.data as EventData<T>);

  /** The last link of a kind that was mailed to an account. */
  const linkOf = async (type: LinkMail, id: string) => {
    const link = new URL((await eventsOf(type, id)).at(-1)?.link ?? 'about:blank');
    return {
      link,
      path: link.pathname + link.search,
      token: link.searchParams.get('token') ?? link.searchParams.get('token_hash'),
    };
  };

  return { eventsOf, linkOf };
}

export type EventReader = ReturnType<typeof createEventReader>;
