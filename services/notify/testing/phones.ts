import { phoneAddress, phoneCodeKind, phoneKind } from '@tma/contracts';
import { seal, signLink } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { change, sealFor } from './events.ts';

let numbers = 1_000_000 + Math.floor(Math.random() * 8_000_000);
let versions = 0;

export function newNumber(): string {
  numbers += 1;
  return `+92300${numbers}`;
}

/** What `PhoneSaved` says. */
export function phoneSaved(
  userId: string,
  number: string | null,
  more: { messages?: boolean; language?: string } = {},
) {
  versions += 1;
  const saved = { userId, number, messages: true, language: 'en', version: versions, ...more };
  return { ...saved, sealedLink: sealFor({ kind: phoneKind, address: phoneAddress(saved) }) };
}

/** What `PhoneCodeRequested` says. */
export const codeRequested = (number: string, expiresAt = new Date(Date.now() + 600_000)) => ({
  userId: uuid(),
  number,
  language: 'en',
  expiresAt: expiresAt.toISOString(),
  sealedLink: sealFor({ kind: phoneCodeKind, address: number }),
});

/** What `StatusChanged` says of a report of somebody, not closed. */
export const changeOf = (userId: string, language = 'en', reference = 'TMA-7CV3X4JW') => {
  const { reporter, ...data } = change('sana@example.org', 1);
  return {
    ...data,
    reference,
    to: { status: 'In Progress', schedule: null },
    reporter: { ...reporter, id: userId, language },
  };
};

/** The same, closed: the reporter is asked. @param secret CLOSURE_LINK_SECRET */
export function closingOf(userId: string, secret: Buffer, language = 'en', reference = 'TMA-7CV3X4JW') {
  const data = { ...changeOf(userId, language, reference), to: { status: 'Closed', schedule: null } };
  const id = uuid();
  const key = seal('a key of this test', secret, 'link key').toString('base64url');
  return {
    ...data,
    closure: {
      ...{ id, attempt: 1, proof: null, key, answerBy: new Date(Date.now() + 86_400_000).toISOString() },
      signature: signLink(key, secret, { kind: 'closure', id, address: data.reporter.email }),
      messageSignature: signLink(key, secret, { kind: 'closure_message', id, address: userId }),
    },
  };
}
