/** The relations between lifetimes: each test says what goes wrong without it. */
import { describe, expect, it } from 'vitest';
import { inHours, lifetimes } from './lifetimes.ts';

const { accessToken, link } = lifetimes;
const longestToken = Math.max(...Object.values(accessToken));

describe.each(Object.entries(accessToken))('an access token of a %s', (_audience, seconds) => {
  it('is outlived by the memory of ended sessions: an ended session must not come back to life', () => {
    expect(lifetimes.endedSession).toBeGreaterThan(seconds);
  });

  it('is outlived by a retired key: a valid token must not become invalid by a rotation', () => {
    expect(lifetimes.retiredKey).toBeGreaterThan(seconds);
  });

  it('is outlived by its session: else there is nothing to refresh', () => {
    expect(lifetimes.session).toBeGreaterThan(seconds);
  });
});

describe('a used refresh token', () => {
  it('is known after its grace: else a stolen one that is used again ends no session', () => {
    expect(lifetimes.usedRefreshToken).toBeGreaterThan(lifetimes.refreshGrace);
  });

  it('is known until its successor is used at the latest, which is when the access token ends', () => {
    expect(lifetimes.usedRefreshToken).toBeGreaterThan(longestToken);
  });

  it('is forgotten no later than its session', () => {
    expect(lifetimes.usedRefreshToken).toBeLessThanOrEqual(lifetimes.session);
  });
});

describe.each(Object.entries({ ...link, administrator: lifetimes.administratorLink }))(
  'a link for %s',
  (_kind, seconds) => {
    it('is known after it expired, even if its mail was delivered as late as can be', () => {
      expect(lifetimes.expiredLink).toBeGreaterThan(lifetimes.mailRetry + seconds);
    });

    it('lives for whole hours, which its mail names', () => {
      expect(inHours(seconds)).toBe(Math.round(inHours(seconds)));
    });
  },
);

describe('an account that is not confirmed', () => {
  it.each(Object.entries(link))('outlives its links, however late their mail comes: %s', (_kind, seconds) => {
    expect(lifetimes.unconfirmedAccount).toBeGreaterThan(lifetimes.mailRetry + seconds);
  });
});

describe('an event', () => {
  it('is known to its consumers for longer than Kafka can deliver it: else it takes effect twice', () => {
    expect(lifetimes.inbox).toBeGreaterThan(lifetimes.topic + lifetimes.topicSegment);
  });

  it('is known for longer than it can wait among the dead letters: sent back, it takes effect nowhere twice', () => {
    expect(lifetimes.inbox).toBeGreaterThan(lifetimes.topic + lifetimes.topicSegment + lifetimes.deadLetter);
  });

  it('is known to its consumers for longer than the outbox can send it again, as after a restore', () => {
    expect(lifetimes.inbox).toBeGreaterThan(lifetimes.outbox);
    expect(lifetimes.inbox).toBeGreaterThan(lifetimes.outboxOfDeadLetters);
  });

  it('is in the outbox for as long as it can be a dead letter, which is sent back by what is there', () => {
    expect(lifetimes.outboxOfDeadLetters).toBeGreaterThan(lifetimes.deadLetter);
  });

  it('is in Kafka for longer than in the outbox: a consumer that was away reads it there', () => {
    expect(lifetimes.topic).toBeGreaterThan(lifetimes.outbox);
  });
});

describe('a mail', () => {
  it('is tried while it is kept', () => {
    expect(lifetimes.mailRetry).toBeLessThan(lifetimes.mail);
  });
});

describe('a report', () => {
  it('can be sent again by its key with a refreshed access token: a lost answer makes no second report', () => {
    expect(lifetimes.idempotencyKey).toBeGreaterThan(accessToken.resident);
  });

  it('is submitted before its uploads are removed: whose event is late is in the outbox for longer', () => {
    expect(lifetimes.unclaimedUpload).toBeLessThan(lifetimes.outbox);
  });
});
