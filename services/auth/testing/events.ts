import { type EventData, type EventType, type LinkKind, linkUrl, phoneCodeKind, topics } from '@tma/contracts';
import { createLinkCode, createLinkToken, type Pool } from '@tma/kit';
import type { AuthConfig } from '../config.ts';

const kinds = {
  VerificationRequested: 'signup',
  RecoveryRequested: 'recovery',
  EmailChangeRequested: 'email_change',
} as const satisfies Partial<Record<EventType, LinkKind>>;

/** Reads what the service has appended to its outbox. */
export function createEventReader(pool: Pool, config: AuthConfig) {
  /** The events of a type about one account, oldest first. */
  const eventsOf = async <T extends EventType>(type: T, subject: string): Promise<EventData<T>[]> => {
    const { rows } = await pool.query<{ data: EventData<T> }>(
      `select payload::json -> 'data' as data from outbox
       where topic = $1 and key = $2 and payload::json ->> 'type' = $3 order by position`,
      [topics.identity, subject, type],
    );
    return rows.map(({ data }) => data);
  };

  /** The last link of a kind that was mailed to an account, as notify makes it. */
  const linkOf = async (type: keyof typeof kinds, account: string) => {
    const sealed = (await eventsOf(type, account)).at(-1)?.sealedLink;
    if (!sealed) throw new Error(`${account} has no ${type}`);
    const made = createLinkToken(sealed.key, config.LINK_SECRET, kinds[type], sealed.id);
    const link = new URL(linkUrl(config.PUBLIC_URL, kinds[type], made, sealed.redirect));
    return {
      link,
      path: link.pathname + link.search,
      token: link.searchParams.get('token') ?? new URLSearchParams(link.hash.slice(1)).get('token_hash'),
    };
  };

  /** The last code that a number was sent for an account, as notify makes it. */
  const codeOf = async (account: string) => {
    const request = (await eventsOf('PhoneCodeRequested', account)).at(-1);
    if (!request) throw new Error(`${account} has no code`);
    const { number: address, sealedLink } = request;
    return createLinkCode(sealedLink.key, config.LINK_SECRET, { kind: phoneCodeKind, id: sealedLink.id, address });
  };

  return { eventsOf, linkOf, codeOf };
}

export type EventReader = ReturnType<typeof createEventReader>;
