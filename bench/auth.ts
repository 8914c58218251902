/** Sign-ins compared with the hashing alone and with a bare server, and what a flood of them costs other callers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { Pool } from 'undici';
import { launch } from '../infra/run/launch.ts';
import { lastRunning, type Running } from '../infra/run/run-file.ts';
import { join as joinPortal } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { newResident, password } from '../testing/people.ts';
import { cpuRow } from './cpu.ts';
import { median, pairRatio, type Row, rateOf, rateRows, ratioRow } from './measure.ts';
import { startPeer } from './peer.ts';

const rounds = 7;
const callers = 8;
const signInPath = '/auth/v1/token?grant_type=password';
/** OWASP's parameters, as services/auth has them. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Starts a portal of its own. Takes about two minutes. */
export async function bench(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const system = await launch({ ports: 'free', dataDir, env: noLimits, print });
  const portal = new Pool(system.urls.portal.replace('localhost', '127.0.0.1'), { connections: 64 });
  try {
    // Several accounts, so that sign-ins do not wait for the lock of one row.
    const people = Array.from({ length: 8 }, () => newResident('Mardan').email);
    for (const email of people) {
      await joinPortal({ ...system.urls, secretKey: '', dataDir }, { ...newResident('Mardan'), email });
    }
    const credentials = (turn: number) => ({ email: people[turn % people.length], password });
    const signIn = (turn: number) => post(portal, signInPath, credentials(turn));
    const running = (await lastRunning(dataDir)) as Running;
    return [
      ...(await againstHashing(must200(signIn))),
      ...(await againstBare(running, must200(signIn), credentials)),
      ...(await besideFlood(portal, signIn)),
    ];
  } finally {
    await portal.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type SignIn = (turn: number) => Promise<number>;

const must200 = (ask: SignIn) => async (turn: number) => {
  const status = await ask(turn);
  if (status !== 200) throw new Error(`signing in gave ${status}`);
};

async function againstHashing(signIn: (turn: number) => Promise<void>): Promise<Row[]> {
  const phc = await hash(password, cost);
  const pairs = await pairRatio(
    () => rateOf(2, 2500, () => verify(phc, password)),
    () => rateOf(callers, 2500, signIn),
  );
  const names = {
    reference: 'sign-in: argon2id alone',
    subject: 'sign-in: through the gateway',
    ratio: 'sign-in: gateway to argon2id alone',
  };
  return rateRows(names, pairs, 0.8);
}

/** With the accounts of the portal, in its database. */
async function againstBare(
  { children, databases }: Running,
  signIn: (turn: number) => Promise<void>,
  credentials: (turn: number) => object,
): Promise<Row[]> {
  const bare = await startPeer('bare-sign-in.ts', databases.auth);
  const client = new Pool(bare.url, { connections: callers });
  const signInBare = must200((turn) => post(client, '/', credentials(turn)));
  try {
    const pairs = await pairRatio(
      () => rateOf(callers, 2500, signInBare),
      () => rateOf(callers, 2500, signIn),
    );
    const names = {
      reference: 'sign-in: bare fastify that verifies, stores and signs',
      subject: 'sign-in: through the gateway',
      ratio: 'sign-in: gateway to bare',
    };
    const { gateway = 0, auth = 0, postgres = 0, redis = 0 } = children;
    return [
      ...rateRows(names, pairs, 0.95),
      await cpuRow('sign-in', { bare: bare.pid, postgres }, callers, signInBare),
      await cpuRow('sign-in', { gateway, auth, postgres, redis }, callers, signIn),
    ];
  } finally {
    await client.close();
    await bare.stop();
  }
}

async function besideFlood(portal: Pool, signIn: SignIn): Promise<Row[]> {
  const ratios: number[] = [];
  let idle = 0;
  let flooded = 0;
  await probe(portal, 1000);
  for (let round = 0; round < rounds; round += 1) {
    idle = await probe(portal, 3000);
    const stopping = new AbortController();
    const flood = Array.from({ length: 32 }, async (_, turn) => {
      while (!stopping.signal.aborted) await signIn(turn);
    });
    await wait(300);
    flooded = await probe(portal, 3000);
    stopping.abort();
    await Promise.all(flood);
    ratios.push(flooded / idle);
  }
  return [
    { name: 'tehsils: p99 when idle, last round', value: `${idle.toFixed(1)} ms`, goal: '' },
    { name: 'tehsils: p99 in a flood of sign-ins, last round', value: `${flooded.toFixed(1)} ms`, goal: '' },
    ratioRow('tehsils: p99 in a flood to idle', median(ratios), '<=', 2),
  ];
}

/** Requests the tehsils at a constant rate. @returns the 99th percentile, in milliseconds */
async function probe(portal: Pool, ms: number): Promise<number> {
  const took: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await wait(10)) {
    const begun = performance.now();
    const { statusCode, body } = await portal.request({ method: 'GET', path: '/rest/v1/tehsils?select=tehsil' });
    await body.text();
    if (statusCode !== 200) throw new Error(`the tehsils gave ${statusCode}`);
    took.push(performance.now() - begun);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}

async function post(portal: Pool, path: string, json: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, body } = await portal.request({ method: 'POST', path, headers, body: JSON.stringify(json) });
  await body.dump();
  return statusCode;
}
