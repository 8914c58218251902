/** `npm run dlq -- list | show <id> | replay <id>…|all | drop <id>…|all`: the dead letters of all groups. */
import { topicWriters, id as uuidRule } from '@tma/contracts';
import {
  createLog,
  type DeadLetter,
  type DeadLetters,
  forgetDeadLetters,
  hasAppended,
  openDeadLetters,
  withDb,
} from '@tma/kit';
import { type Target, withTarget } from '../backup/target.ts';
import { CommandError, runCommand } from '../command.ts';
import { choose, chooseToDrop, type Found, lettersOf, letterTopics, usage } from '../dead-letters.ts';

await runCommand(async () => {
  const [action = 'list', ...ids] = process.argv.slice(2);
  if (!['list', 'show', 'replay', 'drop'].includes(action) || (action !== 'list' && ids.length === 0)) {
    throw new CommandError(usage);
  }
  await withTarget((target) => runAction(target, action, ids), { mayRun: true });
});

async function runAction(target: Target, action: string, ids: readonly string[]) {
  const letters = await openDeadLetters(target.brokers, createLog('dlq', 'error'));
  try {
    const waiting = await readAll(letters);
    if (action === 'list') return list(waiting);
    const chosen = action === 'drop' ? chooseToDrop(waiting, ids) : choose(waiting, ids);
    if (action === 'show') return chosen.forEach(show);
    const [taken, strange] = action === 'replay' ? await partWritten(target, chosen) : [chosen, []];
    for (const [topic, found] of Map.groupBy(taken, (one) => one.topic)) {
      const own = found.map(({ letter }) => letter);
      await letters.take(topic, own, { send: action === 'replay' });
      if (action === 'drop') await forget(target, found);
    }
    process.stdout.write(`${taken.length} ${action === 'replay' ? 'sent back' : 'dropped'}.\n`);
    // At the end, so that one unreadable letter does not hold up the others.
    if (strange.length > 0) throw notWritten(strange);
  } finally {
    await letters.close();
  }
}

/**
 * Separates letters that a writer of their topic has in its outbox, unchanged, from the others: a compromised service
 * may write forged dead letters, and must not have them sent to a topic that it may not write.
 */
async function partWritten({ databases }: Target, chosen: readonly Found[]): Promise<[Found[], Found[]]> {
  const [own, strange]: [Found[], Found[]] = [[], []];
  for (const found of chosen) {
    const { topic } = lettersOf(found);
    const { key, value: payload } = found.letter;
    const entry = { id: found.id, topic, key: key ?? '', payload };
    const written = await Promise.all(topicWriters[topic].map((writer) => isInOutbox(databases[writer], entry)));
    (written.includes(true) ? own : strange).push(found);
  }
  return [own, strange];
}

function notWritten(strange: readonly Found[]) {
  const ids = strange.map(({ id }) => id).join(', ');
  return new CommandError(`Not sent back: no service has sent ${ids} as it is here. Look with show, and drop it.`);
}

async function isInOutbox(url: string, entry: Parameters<typeof hasAppended>[1]): Promise<boolean> {
  if (!uuidRule.safeParse(entry.id).success) return false;
  return withDb('dlq', url, (pool) => hasAppended(pool, entry));
}

/** Removes dropped letters from the count that the service keeps of its dead letters. */
async function forget({ databases }: Target, found: readonly Found[]) {
  const [first] = found;
  if (!first) return;
  const { topic, group } = lettersOf(first);
  // What is no whole event is noted by where it came from, whatever id is in it.
  const ids = found.flatMap(({ id, letter }) => [id, letter.origin]);
  await withDb('dlq', databases[group], (pool) => forgetDeadLetters(pool, topic, ids));
}

async function readAll(letters: DeadLetters): Promise<Found[]> {
  const found: Found[] = [];
  for (const topic of letterTopics.keys()) {
    for (const letter of await letters.read(topic))
      found.push({ topic, letter, id: eventOf(letter)?.id ?? letter.origin });
  }
  return found;
}

function list(waiting: readonly Found[]) {
  for (const { topic, letter, id } of waiting) {
    const { reason, count, 'first-time': first, 'last-time': last } = letter.headers ?? {};
    const type = eventOf(letter)?.type ?? 'no event';
    process.stdout.write(`${id}  ${type}  in ${topic}\n    ${count} tries, ${first} to ${last}\n    ${reason}\n`);
  }
  process.stdout.write(`${waiting.length} dead letters.\n`);
}

function show({ letter: { headers, key, value, origin } }: Found) {
  process.stdout.write(`${JSON.stringify({ origin, key, ...headers }, null, 2)}\n${value}\n`);
}

function eventOf({ value }: DeadLetter): { id: string; type: string } | null {
  try {
    const { id, type } = JSON.parse(value);
    return typeof id === 'string' && typeof type === 'string' ? { id, type } : null;
  } catch {
    return null;
  }
}
