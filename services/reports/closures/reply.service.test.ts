/** What reporters answer by message, as notify hears it. */
import { closureReplyKind, type EventData, replyAddress } from '@tma/contracts';
import { signLink } from '@tma/kit';
import { afterAll, expect, test } from 'vitest';
import { checks } from '../events.ts';
import { form } from '../testing/calls.ts';
import { startClosing } from '../testing/closures.ts';

type Reply = EventData<'ClosureReplied'>;

const { reports, api, admin, ali, closed } = await startClosing();
afterAll(() => reports.stop());

/** A closed report, and what notify says of who answers about it. */
async function asked() {
  const id = await closed(1);
  return { id, say: await saying(id) };
}
async function saying(id: string) {
  const { id: closureId = '', key = '' } =
    (await api.events(id)).findLast(({ data }) => data.closure)?.data.closure ?? {};
  return (answer: Reply['answer'], reason: string | null = null): Reply => {
    const link = { kind: closureReplyKind, id: closureId, address: replyAddress({ answer, reason }) };
    const signature = signLink(key, reports.config.CLOSURE_LINK_SECRET, link);
    return { closureId, reportId: id, answer, reason, key, signature };
  };
}
/** Handles it as the consumer does: refused, or taken. @returns what whoever sent it is told */
async function take(reply: Reply) {
  checks(reports).ClosureReplied?.(reply as never);
  await reports.handle('ClosureReplied', reply);
  return (await api.events(reply.reportId)).findLast(({ type }) => type === 'ClosureReplyTaken')?.data.outcome;
}

test('fixed: the closure is confirmed, and the same answer again changes nothing', async () => {
  const { id, say } = await asked();
  expect(await take(say('fixed'))).toBe('confirmed');
  expect(await api.row(admin, id)).toMatchObject({ status: 'Closed', closure: 'confirmed' });
  const entries = await api.history(ali, id);
  expect(entries.at(-1)).toMatchObject({ kind: 'confirmed', by: 'resident' });
  expect(await take(say('fixed'))).toBe('confirmed');
  expect(await api.history(ali, id)).toHaveLength(entries.length);
});

test('not fixed: the report is open again with what was said, and the change says that it answers a message', async () => {
  const { id, say } = await asked();
  expect(await take(say('not-fixed', 'بتی اب بھی بند ہے'))).toBe('disputed');
  expect(await api.row(admin, id)).toMatchObject({ status: 'Open', closure: 'disputed', disputes: 1 });
  expect((await api.history(ali, id)).at(-1)).toMatchObject({ kind: 'disputed', text: 'بتی اب بھی بند ہے' });
  const change = (await api.events(id)).findLast(({ type }) => type === 'StatusChanged');
  expect(change?.data).toMatchObject({ changedBy: 'resident', byMessage: true });
  // Said again: nothing changes, and that is told.
  expect(await take(say('not-fixed', 'بتی بند ہے'))).toBe('disputed_before');
  expect((await api.events(id)).findLast(({ type }) => type === 'StatusChanged')).toEqual(change);
});

test('a reporter who left a number at the counter and no address can answer, too', async () => {
  const ofCounter = async () => {
    const body = form({ name: 'Bilal Shah', contact: '03001234567' });
    const { id } = await (await api.call(admin, '/api/counter', { method: 'POST', body })).json();
    await api.change(admin, id, { status: 'Closed' });
    return { id, say: await saying(id) };
  };
  const fixed = await ofCounter();
  expect(await take(fixed.say('fixed'))).toBe('confirmed');
  expect(await api.row(admin, fixed.id)).toMatchObject({ status: 'Closed', closure: 'confirmed' });
  const open = await ofCounter();
  expect(await take(open.say('not-fixed', 'It is dark.'))).toBe('disputed');
  expect(await api.row(admin, open.id)).toMatchObject({ status: 'Open', closure: 'disputed' });
  const answered = (await api.events(open.id)).findLast(({ type }) => type === 'ClosureAnswered');
  expect(answered?.data).toMatchObject({ reporter: { id: null, name: 'Bilal Shah' } });
});

test('an answer that cannot count gets the reason, and changes nothing: no reason, answered otherwise, expired, of another report', async () => {
  const { id, say } = await asked();
  expect(await take(say('not-fixed'))).toBe('invalid_request');
  expect(await api.row(admin, id)).toMatchObject({ status: 'Closed', closure: 'claimed' });
  await take(say('not-fixed', 'Dust is back.'));
  expect(await take(say('fixed'))).toBe('already_answered');
  expect(await api.row(admin, id)).toMatchObject({ status: 'Open', closure: 'disputed' });

  await api.proof(id);
  await api.change(admin, id, { status: 'Closed' });
  const again = await saying(id);
  await api.lapse(id);
  expect(await take(again('fixed'))).toBe('closure_over');
  const other = await asked();
  expect(await take({ ...other.say('fixed'), reportId: id })).toBe('not_found');
  expect(await api.row(admin, other.id)).toMatchObject({ closure: 'claimed' });
});

test('without the key of the closure’s link an answer is refused: other words, another closure, another secret', async () => {
  const { id, say } = await asked();
  const other = (await asked()).say('fixed');
  const forged: Reply[] = [
    { ...say('fixed'), answer: 'not-fixed', reason: 'Dust is back.' },
    { ...say('not-fixed', 'Dust is back.'), reason: 'Something else.' },
    { ...say('fixed'), closureId: other.closureId },
    { ...say('fixed'), signature: '' },
    { ...say('fixed'), key: 'x' },
  ];
  for (const reply of forged) await expect(take(reply)).rejects.toMatchObject({ reason: 'address' });
  expect(await api.row(admin, id)).toMatchObject({ status: 'Closed', closure: 'claimed' });
});
