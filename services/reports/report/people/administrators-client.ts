import { operations } from '@tma/contracts';
import { inSpan, type Pool, traceHeaders, unavailable } from '@tma/kit';
import { Pool as Connections } from 'undici';
import { refusalOf } from '../refusal.ts';
import { type FoundAdmin, nameOfAdministrator, saveAdministrator } from './administrators.store.ts';

/** How long auth may take to answer, in milliseconds. */
const answerMs = 3000;

interface AuthCall {
  /** The caller's own token: auth checks for itself who they are, and answers of their tehsil only. */
  token: string;
  requestId: string;
}

export type Administrators = ReturnType<typeof connectAdministrators>;

/** Administrators whom this service has not heard of yet. @param url of auth */
export function connectAdministrators(url: string, pool: Pool) {
  const { method, path, answers } = operations.findAdmin;
  const connections = new Connections(new URL(url).origin, { connections: 16, connectTimeout: 1000 });

  const ask = (id: string, { token, requestId }: AuthCall): Promise<FoundAdmin | null> =>
    inSpan({ name: 'find an administrator', kind: 'client' }, async () => {
      try {
        const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId, ...traceHeaders() };
        const signal = AbortSignal.timeout(answerMs);
        const answer = await connections.request({ method, path: path.replace('{id}', id), headers, signal });
        const body: unknown = await answer.body.json();
        if (answer.statusCode === 404) return null;
        if (answer.statusCode === 200) return answers[200].parse(body);
        throw new Error(`auth answered ${answer.statusCode}`);
      } catch (error) {
        throw unavailable(error);
      }
    });

  /** Asks auth for an administrator of the caller's tehsil. Throws 503. @returns whether there is one, who is kept */
  const learn = async (id: string, call: AuthCall): Promise<boolean> => {
    const found = await ask(id, call);
    if (found) await saveAdministrator(pool, found);
    return found !== null;
  };

  return {
    learn,
    /** Learns the caller, whose name is in what they write, unless known; while auth is away it comes with the event. */
    async learnCaller({ id, token }: { id: string; token: string }, requestId: string): Promise<void> {
      if ((await nameOfAdministrator(pool, id)) !== null) return;
      await refusalOf(learn(id, { token, requestId }));
    },
    close: () => connections.close(),
  };
}
