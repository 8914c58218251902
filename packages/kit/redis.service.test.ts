import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, inject, it, vi } from 'vitest';
import { connectRedis } from './redis.ts';

const { redisUrl } = inject('backing');

it('a channel that could not be followed at first is followed once it can be', async () => {
  const log = pino({ level: 'silent' });
  const debug = vi.spyOn(log, 'debug');
  const direct = connectRedis(redisUrl, log, 'kit');
  const name = `kit-${randomUUID()}`;
  const acl = (...rules: string[]) => direct.ask((client) => client.call('acl', rules));
  const refusing = ['setuser', name, 'on', 'nopass', '~*', 'resetchannels', '+@all'];
  await expect.poll(() => acl(...refusing), { timeout: 5000 }).toBe('OK');
  const redis = connectRedis(Object.assign(new URL(redisUrl), { username: name, password: 'any' }).href, log, 'kit');
  try {
    const following = redis.follow(name, { heard: () => {}, interrupted: () => {} });
    await expect.poll(() => debug.mock.calls.flat(), { timeout: 5000 }).toContain('redis cannot be followed');
    expect(await following.isCurrent()).toBe(false);
    await acl('setuser', name, `&${name}`);
    await expect.poll(following.isCurrent, { timeout: 5000 }).toBe(true);
  } finally {
    redis.close();
    await acl('deluser', name);
    direct.close();
  }
});
