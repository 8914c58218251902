import { operations } from '@tma/contracts';
import { callService, type Pool } from '@tma/kit';
import { Pool as Connections } from 'undici';
import { refusalOf } from '../refusal.ts';
import { nameOfAdministrator, saveAdministrator } from './administrators.store.ts';

/** How long auth may take to answer, in milliseconds. */
const answerMs = 3000;

export type Administrators = ReturnType<typeof connectAdministrators>;

/** Administrators whom this service has not heard of yet. @param url of auth */
export function connectAdministrators(url: string, pool: Pool) {
  const { method, path, answers } = operations.findAdmin;
  const connections = new Connections(new URL(url).origin, { connections: 16, connectTimeout: 1000 });

  const ask = (id: string, token: string) => {
    const call = { name: 'find an administrator', method, path: path.replace('{id}', id), token };
    const signal = AbortSignal.timeout(answerMs);
    return callService(connections, { ...call, signal }, async ({ statusCode, body }) => {
      const json: unknown = await body.json();
      if (statusCode === 404) return null;
      if (statusCode === 200) return answers[200].parse(json);
      throw new Error(`auth answered ${statusCode}`);
    });
  };

  /**
   * Asks auth for an administrator of the caller's tehsil. Throws 503. @returns whether there is one, who is kept
   * @param token the caller's own: auth checks for itself who they are, and answers of their tehsil only
   */
  const learn = async (id: string, token: string): Promise<boolean> => {
    const found = await ask(id, token);
    if (found) await saveAdministrator(pool, found);
    return found !== null;
  };

  return {
    learn,
    /** Learns the caller, whose name is in what they write, unless known; while auth is away it comes with the event. */
    async learnCaller({ id, token }: { id: string; token: string }): Promise<void> {
      if ((await nameOfAdministrator(pool, id)) !== null) return;
      await refusalOf(learn(id, token));
    },
    close: () => connections.close(),
  };
}
