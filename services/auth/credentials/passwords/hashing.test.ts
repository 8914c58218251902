import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createHashing } from './hashing.ts';

const hashing = await createHashing();
afterAll(() => hashing.stop());

describe('hashing', () => {
  test('gives each thread its next job before it has done the one before', async () => {
    const threads = Math.min(availableParallelism(), 4);
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    const answers = Array.from({ length: threads * 3 }, () => hashing.matches('a lantern', null));
    // Microtasks only: no answer of a thread arrives meanwhile.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    const perThread = Map.groupBy(post.mock.contexts, (worker) => worker);
    expect([...perThread.values()].map((jobs) => jobs.length)).toEqual(Array(threads).fill(2));
    expect(await Promise.all(answers)).toEqual(Array(threads * 3).fill(false));
    post.mockRestore();
  });

  test('gives each caller the answer to its own password', async () => {
    const passwords = Array.from({ length: 3 }, (_, number) => `a lantern by canal ${number}`);
    const hashes = await Promise.all(passwords.map((password) => hashing.hash(password)));
    const asked = passwords.flatMap((password, number) =>
      hashes.map((phc, other) => ({ password, phc, number, other })),
    );
    const answers = await Promise.all(asked.map(({ password, phc }) => hashing.matches(password, phc)));
    expect(answers).toEqual(asked.map(({ number, other }) => number === other));
  });

  test('knows what an earlier version hashed', async () => {
    const phc = '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$odpV/fsON2RD6EwwfMg9daHMOPTaLYZ4Wg/YuxdrG/s';
    expect(await hashing.matches('a lantern by the canal', phc)).toBe(true);
    expect(await hashing.matches('a lantern by the river', phc)).toBe(false);
  });
});
