/** How an operator names dead letters: by their event, and where several services have it, by the service too. */
import { consumers, deadLetterTopic, type Service, type Topic } from '@tma/contracts';
import type { DeadLetter } from '@tma/kit';
import { CommandError } from './command.ts';

export const usage = 'Use: npm run dlq -- list | show <id> | replay <id>…|all | drop <id>…|all';

export interface Found {
  topic: string;
  letter: DeadLetter;
  /** The event's id; for a message that is no event, its topic, partition and offset. */
  id: string;
}

/** The topics of dead letters: the topic whose these are, and the group that has them. */
export const letterTopics: ReadonlyMap<string, { topic: Topic; group: Service }> = new Map(
  (Object.entries(consumers) as [Topic, readonly Service[]][]).flatMap(([topic, groups]) =>
    groups.map((group) => [deadLetterTopic(topic, group), { topic, group }] as const),
  ),
);

export function lettersOf({ topic }: Found) {
  const letters = letterTopics.get(topic);
  if (!letters) throw new Error(`${topic} is no topic of dead letters`);
  return letters;
}

const withGroup = (found: Found) => `${lettersOf(found).group}/${found.id}`;

/** The letters that `all`, an id (in each group that has it) or `<group>/<id>` names. Throws `CommandError` for another name. */
export function choose(waiting: readonly Found[], names: readonly string[]): readonly Found[] {
  if (names.length === 1 && names[0] === 'all') return waiting;
  const isNamed = (one: Found, name: string) => name === one.id || name === withGroup(one);
  const unknown = names.filter((name) => !waiting.some((one) => isNamed(one, name)));
  if (unknown.length > 0) throw new CommandError(`No dead letter has the id ${unknown.join(', ')}. ${usage}`);
  return waiting.filter((one) => names.some((name) => isNamed(one, name)));
}

/** The same for letters that are dropped: an id that several groups have is refused, as each has its own reason. */
export function chooseToDrop(waiting: readonly Found[], names: readonly string[]): readonly Found[] {
  for (const name of names) {
    const several = new Set(waiting.filter(({ id }) => id === name).map(withGroup));
    if (several.size > 1)
      throw new CommandError(`Several services have ${name}. Name those to drop: ${[...several].join(' ')}`);
  }
  return choose(waiting, names);
}
