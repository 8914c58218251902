/** Sessions that ended, or whose role changed, before their tokens expire: docs/decisions/028-ended-sessions-are-refused.md */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventData, lifetimes } from '@tma/contracts';
import { LRUCache } from 'lru-cache';
import { afterCommit, type Pool, type Tx } from './db.ts';
import { appendEvent } from './outbox.ts';
import type { Redis } from './redis.ts';
import * as store from './sessions.store.ts';
import { sharedRead } from './shared-read.ts';

const keptSeconds = lifetimes.endedSession;
/** Until when what happens now is kept, in milliseconds since 1970. */
const keptUntil = () => Date.now() + keptSeconds * 1000;
const key = (sessionId: string) => `session:ended:${sessionId}`;
/** A sorted set, of which the last entry counts: roles by the version of their administrator. */
const roleKey = (adminId: string) => `session:ended:role:${adminId}`;
/** Where the ids of sessions are published when they end, separated by blanks, and roles when they are given. */
const channel = 'sessions:ended';
/** What is published of a role; no session has such an id. */
const roleMessage = ({ id, version, role }: store.NewRole) => `role:${id}:${version}:${role}`;

/** For how many sessions it is known that they have not ended: as many as tokens are cached (`tokens/tokens.ts`). */
const mostActive = 20_000;
/** How old the last read of the table, and the last check of the subscription to Redis, may be, in milliseconds. */
const freshMs = 1000;
/** How often expired entries are removed from memory, in milliseconds. */
const tidyMs = 600_000;
/** An event is at most about 40 KB. */
const sessionsPerEvent = 1000;

export interface EndedSessions {
  /**
   * Whether a session has ended: according to this service's table, read at most a second ago, or to Redis now. Redis
   * is asked about a session once; from then on it publishes what ends. Throws an error of an unavailable dependency
   * while the table cannot be read.
   * @param admin the administrator whose session it is, if any: `roleOf` then knows their newest role
   */
  has(sessionId: string, admin?: string): Promise<boolean>;
  /** An administrator's newest role, if tokens with an earlier one may be valid; undefined: that in their token. */
  roleOf(admin: string): string | undefined;
  /** Gives an administrator another role, in the caller's transaction; other services learn it by `RoleChanged`. */
  giveRole(tx: Tx, role: store.NewRole): Promise<void>;
  /**
   * Ends sessions for good, in the caller's transaction: noted here, and published to the other services by
   * `SessionsEnded`. Once it has committed, all instances of all services know at once, as far as Redis works. It does
   * not touch refresh tokens.
   * @param account whose sessions they are; the event's subject
   */
  end(tx: Tx, account: string, sessionIds: readonly string[]): Promise<void>;
}

export function createEndedSessions(pool: Pool, redis: Redis): EndedSessions {
  const known = new KnownSessions(pool);
  const published = new PublishedSessions(redis, known);
  /** Requests of one moment share a read: an instance asks its database once a second, however many it answers. */
  const refresh = sharedRead(() => Promise.all([known.read(), published.follow()]), freshMs);
  return {
    async has(sessionId, admin) {
      if (known.has(sessionId)) return true;
      await refresh();
      // Messages of Redis that arrived before this request are handled by the next turn of the event loop.
      await nextTurn();
      return known.has(sessionId) || published.has(sessionId, admin);
    },
    roleOf: known.roleOf,
    async giveRole(tx, given) {
      const role = { ...given, until: new Date(keptUntil()).toISOString() };
      await store.noteRole(tx, role);
      await appendEvent(tx, 'RoleChanged', given.id, role);
      afterCommit(tx, () => published.publishRole(given));
    },
    async end(tx, account, sessionIds) {
      const until = new Date(keptUntil()).toISOString();
      for (let first = 0; first < sessionIds.length; first += sessionsPerEvent) {
        const sessions = sessionIds.slice(first, first + sessionsPerEvent);
        await store.noteEnded(tx, sessions, until);
        await appendEvent(tx, 'SessionsEnded', account, { sessions, until });
        afterCommit(tx, () => published.publish(sessions));
      }
    },
  };
}

/** The ended sessions and given roles that this instance knows, by the table and by what Redis published. */
class KnownSessions {
  readonly #pool: Pool;
  /** Until when each is kept, in milliseconds since 1970. */
  readonly #until = new Map<string, number>();
  readonly #roles = new Map<string, Omit<store.NewRole, 'id'> & { until: number }>();
  #from = store.beginning;
  #tidiedAt = performance.now();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  has = (id: string) => this.#until.has(id);

  add = (id: string) => this.#until.set(id, keptUntil());

  roleOf = (admin: string) => this.#roles.get(admin)?.role;

  addRole({ id, role, version }: store.NewRole, until = keptUntil()) {
    const known = this.#roles.get(id);
    if (!known || known.version < version) this.#roles.set(id, { role, version, until });
  }

  /** Reads what is new in the tables. */
  async read() {
    const { changes, next } = await store.readChanges(this.#pool, this.#from);
    for (const change of changes) {
      if (change.role === null) this.#until.set(change.id, change.until);
      else this.addRole(change, change.until);
    }
    this.#from = next;
    if (performance.now() - this.#tidiedAt < tidyMs) return;
    for (const [id, until] of this.#until) if (until < Date.now()) this.#until.delete(id);
    for (const [id, { until }] of this.#roles) if (until < Date.now()) this.#roles.delete(id);
    this.#tidiedAt = performance.now();
  }
}

/** What Redis knows of ended sessions. */
class PublishedSessions {
  readonly #redis: Redis;
  readonly #known: KnownSessions;
  /** Sessions that have not ended: Redis was asked, and would have published their end since. */
  readonly #active = new LRUCache<string, true>({ max: mostActive });
  #subscription: ReturnType<Redis['follow']> | undefined;
  /** The current, unbroken subscription; null while there is none. */
  #hearing: object | null = null;

  constructor(redis: Redis, known: KnownSessions) {
    this.#redis = redis;
    this.#known = known;
  }

  /** Subscribes to what is published; while that does not work, Redis is asked for each token. */
  async follow() {
    this.#subscription ??= this.#redis.follow(channel, {
      heard: (message) => {
        for (const item of message.split(' ')) this.#heard(item);
      },
      interrupted: this.#interrupted,
    });
    if (await this.#subscription.isCurrent()) this.#hearing ??= {};
    else this.#interrupted();
  }

  #heard(item: string) {
    const [kind, id, version, role] = item.split(':');
    if (kind === 'role' && id && version && role) this.#known.addRole({ id, role, version: Number(version) });
    else this.#known.add(item);
  }

  async has(sessionId: string, admin?: string): Promise<boolean> {
    if (this.#active.has(sessionId)) return false;
    const since = this.#hearing;
    const answer = await this.#redis.ask(async (client) => {
      const lastRole = admin === undefined ? [] : client.zrange(roleKey(admin), '-1', '-1', 'WITHSCORES');
      const [ended, [role, version]] = await Promise.all([client.exists(key(sessionId)), lastRole]);
      if (admin !== undefined && role && version) this.#known.addRole({ id: admin, role, version: Number(version) });
      return ended;
    });
    if (answer === 1) this.#known.add(sessionId);
    if (answer === 0 && since !== null && since === this.#hearing) this.#active.set(sessionId, true);
    // It may have been published meanwhile.
    return this.#known.has(sessionId);
  }

  async publish(sessionIds: readonly string[]) {
    for (const id of sessionIds) this.#known.add(id);
    await this.#redis.ask(async (client) => {
      const pipeline = client.pipeline();
      for (const id of sessionIds) pipeline.set(key(id), '1', 'EX', keptSeconds);
      pipeline.publish(channel, sessionIds.join(' '));
      await pipeline.exec();
    });
  }

  async publishRole(role: store.NewRole) {
    this.#known.addRole(role);
    await this.#redis.ask(async (client) => {
      const pipeline = client.pipeline();
      pipeline.zadd(roleKey(role.id), 'GT', String(role.version), role.role);
      pipeline.expire(roleKey(role.id), keptSeconds);
      pipeline.publish(channel, roleMessage(role));
      await pipeline.exec();
    });
  }

  #interrupted = () => {
    this.#hearing = null;
    this.#active.clear();
  };
}

/** What `SessionsEnded` does in every service that checks tokens. */
export const sessionsEnded = ({ sessions, until }: EventData<'SessionsEnded'>, tx: Tx) =>
  store.noteEnded(tx, sessions, until);

/** What `RoleChanged` does there. */
export const roleChanged = (role: EventData<'RoleChanged'>, tx: Tx) => store.noteRole(tx, role);
