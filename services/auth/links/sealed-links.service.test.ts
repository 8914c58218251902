import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../../infra/processes/run-program.ts';
import { newEmail, startAuth } from '../testing/index.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const follow = async (token: string) => {
  const { headers } = await auth.call(`/auth/v1/verify?type=signup&token=${encodeURIComponent(token)}`);
  return String(headers.location);
};

test('what the database and an event contain of a link does not open it', async () => {
  const { id } = await auth.signUp();
  const { token } = await auth.linkOf('VerificationRequested', id);
  const { rows: tables } = await auth.pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const held: string[] = [];
  for (const { name } of tables) {
    const { rows } = await auth.pool.query<{ text: string }>(`select t::text as text from "${name}" t`);
    held.push(...rows.map(({ text }) => text));
  }
  const everything = held.join('\n');
  const [, signature] = [token?.slice(0, 22), token?.slice(22)];
  expect(everything).toContain(id);
  expect(everything).not.toContain(String(token));
  expect(everything).not.toContain(String(signature));
  const [event] = await auth.eventsOf('VerificationRequested', id);
  const bytes = Buffer.from(String(event?.sealedLink.id).replaceAll('-', ''), 'hex');
  for (const guess of [
    String(event?.sealedLink.id),
    String(event?.sealedLink.key),
    bytes.toString('base64url'),
    bytes.toString('latin1'),
    Buffer.concat([bytes, randomBytes(32)]).toString('base64url'),
  ]) {
    expect(await follow(guess), guess).toContain('otp_expired');
  }
  expect(await follow(String(token))).not.toContain('error');
});

test('npm run keys rotate replaces the key; older links still open', async () => {
  const first = await auth.signUp(newEmail());
  const before = await auth.linkOf('VerificationRequested', first.id);
  const { code, output } = await run(process.execPath, ['services/auth/rotate-keys.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: auth.config.DATABASE_URL,
      SIGNING_KEY_SECRET: auth.config.SIGNING_KEY_SECRET.toString('base64url'),
      LINK_SECRET: auth.config.LINK_SECRET.toString('base64url'),
    } as Record<string, string>,
  });
  expect([code, output]).toEqual([0, expect.stringContaining('Links are made with a new key')]);
  const second = await auth.signUp(newEmail());
  const keyOf = async (id: string) => (await auth.eventsOf('VerificationRequested', id)).at(-1)?.sealedLink.key;
  expect(await keyOf(second.id)).not.toBe(await keyOf(first.id));
  expect(await follow(String(before.token))).not.toContain('error');
  expect(await follow(String((await auth.linkOf('VerificationRequested', second.id)).token))).not.toContain('error');
});
