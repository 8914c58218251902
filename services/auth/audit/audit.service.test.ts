import { randomUUID } from 'node:crypto';
import { operations, staffLinkKind } from '@tma/contracts';
import { CommandFailed, createLinkToken, transaction } from '@tma/kit';
import { startHttpServer } from '@tma/kit/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { manageAdmins } from '../staff/manage.ts';
import { type AuthService, goodPassword, newEmail, newIp, secretKey, startAuth } from '../testing/index.ts';
import { codeOf, wrongCodeOf } from '../testing/totp.ts';
import { appendEntry } from './append.ts';
import { type Entry, hashOf } from './chain.ts';
import { signedEnd, verifyAudit, verifyLog } from './verify.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

const heard = new Set<string>();
/** Handles what was appended to the outbox since it was last called, as the consumer does. */
async function hear() {
  const { rows } = await auth.pool.query(
    `select payload::json as event from outbox where topic = 'tma.audit.v1' order by position`,
  );
  for (const { event } of rows.filter((row) => !heard.has(row.event.id))) {
    heard.add(event.id);
    await transaction(auth.pool, (tx) => appendEntry(tx, event.data, event));
  }
}
const act = (tehsil: string, about: string, by: string | null = null) =>
  transaction(auth.pool, (tx) =>
    appendEntry(
      tx,
      { kind: 'hidden', tehsil, by, about, detail: null },
      { id: randomUUID(), type: 'StaffActed', time: new Date().toISOString() },
    ),
  );

/** A tehsil of its own, with an administrator who is signed in. */
async function office(name: string) {
  await auth.call('/api/addTehsil', { body: { newtehsil: name, Secret_Key: secretKey } });
  return { ...(await auth.admin(newEmail(), name)), tehsil: name };
}
const read = async (token: string, query = '') => {
  await hear();
  return (await auth.call(`/api/audit${query}`, { token })).body;
};
type Said = { kind: string; by: { name: string } | null; about: string; detail: string | null };
const said = (entries: Said[]) => entries.map(({ kind, by, about }) => `${kind} ${about} by ${by?.name ?? 'nobody'}`);

describe('the log of an office', () => {
  test('says of its staff who registered, signed in or failed to, changed a password, was disabled or enabled, or has another role', async () => {
    const { email, token, tehsil } = await office('Office of everything');
    await auth.adminSignIn(email, 'not the password');
    await expect.poll(async () => said(await read(token))[0]).toBe('sign-in-failed A B by nobody');
    await auth.adminSignIn(newEmail(), 'of an unknown address');
    const changed = { currentPassword: goodPassword, newPassword: `${goodPassword} again` };
    expect((await auth.call('/adminpassword', { method: 'PUT', body: changed, token })).status).toBe(204);
    const parts = auth.asCommand();
    const other = await auth.admin(newEmail(), tehsil);
    for (const action of ['disable', 'disable', 'enable', 'enable']) await manageAdmins(parts, [action, other.email]);
    for (const _time of [1, 2]) await manageAdmins(parts, ['role', other.email, 'clerk']);
    expect((await auth.call('/api/addTehsil', { body: { newtehsil: 'Office added' }, token })).status).toBe(201);
    const entries = await read(token);
    expect(said(entries).toReversed()).toEqual([
      'tehsil-added Office of everything by nobody',
      'registered A B by A B',
      'signed-in A B by A B',
      'sign-in-failed A B by nobody',
      'password-changed A B by A B',
      'registered A B by A B',
      'signed-in A B by A B',
      'disabled A B by nobody',
      'enabled A B by nobody',
      'role-changed A B by nobody',
      'tehsil-added Office added by A B',
    ]);
    expect(JSON.stringify(entries)).not.toContain(goodPassword);
  });

  test('says when a second factor was set up and removed, and that a code was wrong, not that one was asked for', async () => {
    const { email, token } = await office('Office of codes');
    const currentPassword = goodPassword;
    const { body } = await auth.call('/adminfactor', { body: { currentPassword }, token });
    await auth.call('/adminfactor', { method: 'PUT', body: { code: codeOf(body.secret, -1) }, token });
    const signIn = (Code?: string) =>
      auth.call('/adminsignin', { body: { Email: email, Password: goodPassword, Code }, ip: newIp() });
    await signIn();
    await signIn(wrongCodeOf(body.secret));
    await expect.poll(async () => said(await read(token))[0]).toBe('sign-in-failed A B by nobody');
    const end = { currentPassword, code: codeOf(body.secret) };
    expect((await auth.call('/adminfactor', { method: 'DELETE', body: end, token })).status).toBe(204);
    expect(said(await read(token)).slice(0, 3)).toEqual([
      'factor-removed A B by A B',
      'sign-in-failed A B by nobody',
      'factor-added A B by A B',
    ]);
  });

  test('says who was invited, and as what, who joined, and what a head changed of them', async () => {
    const { token } = await office('Office of invitations');
    const email = newEmail();
    const { id } = (await auth.call('/api/staff/invitations', { body: { email, role: 'crew' }, token })).body;
    const [invited] = await auth.eventsOf('StaffInvited', id);
    const link = createLinkToken(invited?.sealedLink.key ?? '', auth.config.LINK_SECRET, staffLinkKind, id);
    const body = { token: link, First_Name: 'Rabia', Last_Name: 'Noor', Password: goodPassword };
    expect((await auth.call('/api/staff/join', { body, ip: newIp() })).status).toBe(201);
    const people: { id: string; email: string }[] = (await auth.call('/api/staff', { token })).body;
    const path = `/api/staff/${people.find((one) => one.email === email)?.id}`;
    for (const change of [{ role: 'clerk' }, { disabled: true }, { disabled: false }])
      expect((await auth.call(path, { method: 'PUT', body: change, token })).status).toBe(200);
    const newest: Said[] = (await read(token)).slice(0, 5);
    expect(newest.map(({ kind, by, about, detail }) => [kind, by?.name, about, detail]).toReversed()).toEqual([
      ['invited', 'A B', email, 'crew'],
      ['joined', 'Rabia Noor', 'Rabia Noor', null],
      ['role-changed', 'A B', 'Rabia Noor', 'clerk'],
      ['disabled', 'A B', 'Rabia Noor', null],
      ['enabled', 'A B', 'Rabia Noor', null],
    ]);
  });

  test('names a resident until they delete their account, and stays as it was written', async () => {
    const { token, tehsil } = await office('Office of contacts');
    const sana = await auth.resident({ first_name: 'Sana', last_name: 'Khan', tehsil });
    await hear();
    // Ids in events of before may be in capital letters.
    const person = sana.id.toUpperCase();
    const act = { kind: 'contact-read', tehsil, by: null, about: '', detail: null, person };
    await transaction(auth.pool, (tx) =>
      appendEntry(tx, act, { id: randomUUID(), type: 'StaffActed', time: new Date().toISOString() }),
    );
    const newest = async () => said(await read(token))[0];
    expect(await newest()).toBe('contact-read Sana Khan by nobody');
    const body = { current_password: sana.password };
    expect((await auth.call('/auth/v1/user', { method: 'DELETE', body, token: sana.token })).status).toBe(204);
    expect(await newest()).toBe('contact-read Deleted user by nobody');
    const { rows } = await auth.pool.query("select from audit_log where audit_log::text ~ 'Sana'");
    expect(rows).toEqual([]);
    expect(await verifyLog(auth.pool)).toBeGreaterThan(0);
  });

  test('is for its own staff alone, by page, kind and person', async () => {
    const { token, tehsil } = await office('Office of pages');
    const stranger = await office('Office of strangers');
    await hear();
    for (let number = 0; number < 5; number += 1) await act(tehsil, `TMA-${number}`);
    const abouts = (entries: { about: string }[]) => entries.map(({ about }) => about);
    const [newest, ...rest] = await read(token, '?limit=2');
    expect(abouts([newest, ...rest])).toEqual(['TMA-4', 'TMA-3']);
    expect(abouts(await read(token, `?limit=2&before=${rest[0].seq}`))).toEqual(['TMA-2', 'TMA-1']);
    expect(abouts(await read(token, '?kind=hidden&limit=9'))).toHaveLength(5);
    const [{ by }] = await read(token, '?kind=registered');
    expect(said(await read(token, `?by=${by.id}`))).toEqual(['signed-in A B by A B', 'registered A B by A B']);
    expect(abouts(await read(stranger.token))).not.toContain('TMA-4');
    for (const wrong of ['kind=knitted', 'before=x', 'before=0', 'by=me', 'limit=0'])
      expect((await auth.call(`/api/audit?${wrong}`, { token })).status, wrong).toBe(400);
    expect((await auth.call('/api/audit')).status).toBe(401);
  });

  test('is a file for spreadsheets, in which no name is a formula', async () => {
    const { token, tehsil } = await office('Office of files');
    for (let number = 0; number < 1001; number += 1) await act(tehsil, number === 0 ? '=cmd()' : 'TMA-1');
    const { text, headers } = await auth.call('/api/audit.csv?kind=hidden', { token });
    const lines = text.split('\r\n');
    expect([lines[0], lines.length]).toEqual(['\ufeffseq,at,kind,by,about,detail', 1003]);
    expect(lines.at(-2)).toMatch(/^\d+,20[\d-]+T[\d:.]+Z,hidden,,'=cmd\(\),$/);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  });
});

describe('an entry', () => {
  test('follows the one before it, however many are added at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => act('Mardan', `TMA-${index}`)));
    const { rows } = await auth.pool.query('select seq from audit_log order by audit_log.seq');
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_row, index) => index + 1));
    expect(await verifyLog(auth.pool)).toBe(rows.length);
  });

  test('is not changed or deleted by the service itself', async () => {
    await act('Mardan', 'TMA-1');
    for (const statement of [`update audit_log set about = 'another'`, 'delete from audit_log', 'truncate audit_log'])
      await expect(auth.pool.query(statement), statement).rejects.toThrow(/only added|permission denied/);
  });

  test.each([
    [
      'changed',
      `update audit_log set about = 'another' where seq = 3`,
      /^Entry 3 of the audit log is not as it was written/,
    ],
    ['deleted', 'delete from audit_log where seq = 3', /^Entry 3 of the audit log is missing/],
    ['put before', 'update audit_log set seq = -1 where seq = 3', /^Entry 3 of the audit log is missing/],
  ])('that a user with every right has %s is found, as the first wrong one', async (_how, statement, message) => {
    const other = await startAuth();
    try {
      for (let number = 0; number < 5; number += 1)
        await transaction(other.pool, (tx) =>
          appendEntry(
            tx,
            { kind: 'hidden', tehsil: 'Mardan', by: null, about: `TMA-${number}`, detail: null },
            { id: randomUUID(), type: 'StaffActed', time: '2026-11-24T09:00:00+05:00' },
          ),
        );
      expect(await verifyLog(other.pool)).toBe(5);
      const { body: end } = await other.call(operations.auditEnd.path);
      const signed = { ...end, day: '2026-11-24' };
      expect(await verifyLog(other.pool, signed)).toBe(5);
      await expect(verifyLog(other.pool, { ...signed, seq: 6 })).rejects.toThrow(
        'The audit log was cut: it has 5 entries, and had 6 on 2026-11-24.',
      );
      await expect(verifyLog(other.pool, { ...signed, seq: 4 })).rejects.toThrow(
        'Entry 4 of the audit log is not the one that was signed on 2026-11-24.',
      );
      await other.pool.query(`alter table audit_log disable trigger audit_log_stays; ${statement}`);
      await expect(verifyLog(other.pool)).rejects.toThrow(message);
      // Also where the hash is made to fit: the next one does not.
      await other.pool.query('update audit_log set hash = $1 where seq = 3', [await fittingHash(other, 3)]);
      await expect(verifyLog(other.pool)).rejects.toThrow(/^Entry [34] /);
    } finally {
      await other.stop();
    }
  });
});

/** The hash that an entry should have by what it says now; of none, nothing. */
async function fittingHash({ pool }: AuthService, seq: number): Promise<string> {
  const { rows } = await pool.query<Omit<Entry, 'at'> & { at: Date }>('select * from audit_log where seq = $1', [seq]);
  return rows.map((row) => hashOf({ ...row, seq: Number(row.seq), at: row.at.toISOString(), by: null })).join('');
}

describe('the end that a portal signed', () => {
  /** A portal that answers with a status where its checkpoint is; nothing else is there. */
  async function portalWith(status: number, body = '') {
    const server = await startHttpServer(({ url }, response) =>
      response.writeHead(url === '/log/checkpoint' ? status : 404).end(body),
    );
    onTestFinished(server.stop);
    return server.url;
  }

  const root = Buffer.alloc(32).toString('base64');
  /** A checkpoint that says where the audit log ended. */
  const noteOf = (seq: number, hash: string) =>
    `reports.example/log\n1\n${root}\naudit 2026-11-24 ${seq} ${hash}\n\n— reports.example/log AAAAAAAA\n`;

  test('is in its checkpoint, and there is none where nothing is signed yet', async () => {
    const hash = 'a'.repeat(64);
    expect(await signedEnd(await portalWith(200, noteOf(5, hash)))).toEqual({ day: '2026-11-24', seq: 5, hash });
    expect(await signedEnd(await portalWith(404))).toBeNull();
  });

  test.each([429, 502, 503])('is not taken for unsigned when the portal answers %i', async (status) => {
    const portal = await portalWith(status);
    for (const address of [portal, `${portal}/`])
      await expect(signedEnd(address)).rejects.toThrow(`${portal}/log/checkpoint answered ${status}`);
  });

  test('is not taken for unsigned when something else than a checkpoint is answered', async () => {
    const portal = await portalWith(200, '<html>Welcome</html>');
    const error = await signedEnd(portal).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CommandFailed);
    expect(String(error)).toContain(`${portal}/log/checkpoint answered no checkpoint`);
  });

  test('is compared only when the command names the portal, and wrong arguments are refused', async () => {
    for (const about of ['TMA-1', 'TMA-2']) await act('Mardan', about);
    const { seq, hash } = (await auth.call(operations.auditEnd.path)).body;
    const portal = await portalWith(200, noteOf(seq, hash));
    expect(await verifyAudit(auth.pool, ['verify'])).toBe(`${seq} entries are as written.`);
    expect(await verifyAudit(auth.pool, ['verify', portal])).toBe(
      `${seq} entries are as written, the first ${seq} as they were signed on 2026-11-24.`,
    );
    for (const args of [[], [portal], ['verify', portal, portal]])
      await expect(verifyAudit(auth.pool, args)).rejects.toThrow('Use: verify [url]');
  });

  test('is not taken for unsigned when nobody answers', async () => {
    await expect(signedEnd('http://127.0.0.1:2')).rejects.toThrow(
      'http://127.0.0.1:2/log/checkpoint cannot be reached',
    );
  });
});
