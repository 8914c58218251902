/**
 * Sessions through the gateway compared with GoTrue (supabase/auth), whose protocol they speak. GoTrue is no package of npm:
 * whoever has it puts its executable, `auth`, and its folder `migrations` into the folder `gotrue` of the data folder.
 * GoTrue does less: it has no gateway before it, counts nothing in Redis, signs with HS256 (here ES256) and sends no event. It
 * does more where it writes a row of its audit log for each sign-in and refresh, and its bcrypt (cost 10) is dearer than argon2id.
 */
import { resolve } from 'node:path';
import { Pool } from 'undici';
import { readInfraConfig } from '../infra/config.ts';
import { clusterOf } from '../infra/seed/fill.ts';
import { call, join as joinPortal } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { newResident, password } from '../testing/people.ts';
import { keepApart } from './apart.ts';
import { cpuRow } from './cpu.ts';
import { goTrueIn, startGoTrue } from './gotrue-process.ts';
import { pairRatio, type Row, rateOf, rateRows } from './measure.ts';
import { withPortal } from './portal.ts';

const callers = 8;

/** Starts a portal of its own, and GoTrue with a database in the same Postgres. Takes about three minutes. */
export async function bench(): Promise<Row[]> {
  const config = readInfraConfig();
  const program = await goTrueIn(resolve(config.DATA_DIR));
  if (!program)
    return [{ name: 'GoTrue is not in the folder gotrue of the data folder: skipped', value: '', goal: '' }];
  return withPortal(noLimits, async (running, dataDir) => {
    const goTrue = await startGoTrue(program, await clusterOf(config, dataDir, running));
    const { gateway = 0, auth = 0, postgres = 0, redis = 0 } = running.children;
    try {
      const portal = { ...running.urls, secretKey: '', dataDir };
      const people = Array.from({ length: callers }, () => newResident('Mardan'));
      for (const person of people) {
        await joinPortal(portal, person);
        await call({ ...portal, portal: goTrue.url }, '/signup', { json: { email: person.email, password } });
      }
      const emails = people.map(({ email }) => email);
      const address = `${running.urls.portal.replace('localhost', '127.0.0.1')}/auth/v1`;
      return await compare(
        await openSide(address, emails, { gateway, auth, postgres, redis }),
        await openSide(goTrue.url, emails, { GoTrue: goTrue.pid, postgres }),
        goTrue.version,
      );
    } finally {
      await goTrue.stop();
    }
  });
}

/** One of the two servers: what is asked of it, and the processes that work for it. */
interface Side {
  asks: Record<'user' | 'refresh' | 'sign-in', (turn: number) => Promise<void>>;
  pids: Record<string, number>;
  close(): Promise<void>;
}

interface Session {
  access_token: string;
  refresh_token: string;
}

async function openSide(url: string, emails: string[], pids: Record<string, number>): Promise<Side> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: callers });
  async function ask<T>(method: 'GET' | 'POST', path: string, json?: object, token?: string): Promise<T> {
    const { statusCode, body } = await pool.request({
      method,
      path: pathname.replace(/\/$/, '') + path,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: json ? JSON.stringify(json) : null,
    });
    if (statusCode !== 200) throw new Error(`${url}${path}: ${statusCode} ${await body.text()}`);
    return (await body.json()) as T;
  }
  const signIn = (turn: number) =>
    ask<Session>('POST', '/token?grant_type=password', { email: emails[turn % callers], password });
  const tokens: string[] = [];
  /** Each is used once. */
  const refreshTokens: string[] = [];
  for (const turn of emails.keys()) {
    const session = await signIn(turn);
    tokens.push(session.access_token);
    refreshTokens.push(session.refresh_token);
  }
  return {
    asks: {
      user: (turn) => ask('GET', '/user', undefined, tokens[turn % callers]),
      refresh: async () => {
        const refresh_token = refreshTokens.shift();
        const next = await ask<Session>('POST', '/token?grant_type=refresh_token', { refresh_token });
        refreshTokens.push(next.refresh_token);
      },
      'sign-in': async (turn) => void (await signIn(turn)),
    },
    pids,
    close: () => pool.close(),
  };
}

const goals = { user: 1.5, refresh: 3, 'sign-in': 3.5 } as const;

async function compare(portal: Side, goTrue: Side, version: string): Promise<Row[]> {
  const rows: Row[] = [];
  await keepApart();
  for (const what of ['user', 'refresh', 'sign-in'] as const) {
    const measured =
      ({ asks }: Side) =>
      () =>
        rateOf(callers, 2500, asks[what]);
    const names = {
      reference: `${what}: GoTrue ${version}, a pool of 20`,
      subject: `${what}: through the gateway`,
      ratio: `${what}: gateway to GoTrue`,
    };
    rows.push(...rateRows(names, await pairRatio(measured(goTrue), measured(portal)), goals[what]));
    for (const side of [goTrue, portal]) {
      rows.push(await cpuRow(what, side.pids, callers, side.asks[what]));
    }
  }
  await Promise.all([portal.close(), goTrue.close()]);
  return rows;
}
