/** STOP and START of a telephone, as notify hears them. */
import { phoneAddress, phoneKind } from '@tma/contracts';
import { requireSigned, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { handlers } from '../events.ts';
import { type AuthService, startAuth } from '../testing/index.ts';
import { newNumber, phones } from '../testing/phones.ts';

const auth = await startAuth();
afterAll(() => auth.stop());

let sana: Awaited<ReturnType<AuthService['resident']>>;
let number = '';
beforeEach(async () => {
  sana = await auth.resident();
  number = newNumber();
  await phones(auth).own(sana, number);
});

/** What somebody's telephone asked, as the consumer handles it. */
const ask = (messages: boolean, from = number, userId = sana.id) =>
  transaction(auth.pool, async (tx) => {
    const event = { id: uuid(), type: 'MessagesAsked', time: new Date().toISOString() };
    await handlers(auth).MessagesAsked?.({ userId, number: from, messages }, tx, event);
  });
const messages = async () => (await phones(auth).read(sana)).messages;
const told = async () => (await auth.eventsOf('PhoneSaved', sana.id)).map((saved) => saved.messages);

test('STOP and START show on the resident’s page, and everybody is told, each once', async () => {
  await ask(false);
  await ask(false);
  expect(await messages()).toBe(false);
  await ask(true);
  expect(await messages()).toBe(true);
  expect(await told()).toEqual([true, false, true]);
  const { sealedLink, ...saved } = (await auth.eventsOf('PhoneSaved', sana.id)).at(-1) ?? {};
  if (!sealedLink) throw new Error('nobody was told');
  const address = phoneAddress(saved as Parameters<typeof phoneAddress>[0]);
  requireSigned(sealedLink, auth.config.LINK_SECRET, { kind: phoneKind, id: sealedLink.id, address });
});

test('what came from a number that is another one, or nobody’s, by now changes nothing', async () => {
  await ask(false, '+923009999999');
  await ask(false, number, uuid());
  expect([await messages(), await told()]).toEqual([true, [true]]);
  await phones(auth).remove(sana);
  await ask(false);
  expect(await told()).toEqual([true, false]);
});

test('STOP is told in the language that is chosen at the same moment', async () => {
  const stopping = await transaction(auth.pool, async (tx) => {
    // As a change of the profile does.
    await tx.query('select from users where id = $1 for update', [sana.id]);
    await tx.query("update profiles set language = 'ur' where id = $1", [sana.id]);
    const done = ask(false);
    await auth.somebodyWaits();
    return { done };
  });
  await stopping.done;
  expect((await auth.eventsOf('PhoneSaved', sana.id)).at(-1)).toMatchObject({ messages: false, language: 'ur' });
});
