import { randomInt } from 'node:crypto';
import type { AuthService } from './index.ts';

type Person = { token: string };

/** A mobile number that nobody else has. */
export const newNumber = () => `+92300${randomInt(1_000_000, 9_999_999)}`;

/** The calls of mobile numbers. */
export function phones(auth: AuthService) {
  const ask = ({ token }: Person, number: string) =>
    auth.call('/api/phone', { method: 'PUT', token, body: { number } });
  const confirm = ({ token }: Person, code: string) => auth.call('/api/phone/code', { token, body: { code } });
  return {
    ask,
    confirm,
    read: async ({ token }: Person) => (await auth.call('/api/phone', { token })).body,
    set: ({ token }: Person, messages: boolean) =>
      auth.call('/api/phone/messages', { method: 'PUT', token, body: { messages } }),
    remove: ({ token }: Person) => auth.call('/api/phone', { method: 'DELETE', token }),
    /** Asks for a number and confirms it. */
    async own(person: Person & { id: string }, number: string) {
      await ask(person, number);
      return confirm(person, await auth.codeOf(person.id));
    },
  };
}
