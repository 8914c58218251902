/** The history of a report in the portal's own words, without anything that staff or reporters wrote. */
import { type PublicUpdate, phaseOf, statuses } from '@tma/contracts';

type Kind = PublicUpdate['kind'];

const sentences: Record<Exclude<Kind, 'changed'>, string> = {
  created: 'It was reported.',
  proved: 'A picture of the finished work was added.',
  confirmed: 'Its reporter says that it is fixed.',
  disputed: 'Its reporter says that it is not fixed.',
  unanswered: 'Its reporter did not say in time whether it is fixed.',
  moved: 'Its place was corrected.',
  hidden: 'It was hidden.',
  shown: 'It was shown again.',
  duplicate: 'Whether it is the same as another report was noted.',
};

export function wordsOf({ kind, status, schedule }: Pick<PublicUpdate, 'kind' | 'status' | 'schedule'>): string {
  // A kind that this version does not know is shown by its name.
  if (kind !== 'changed') return sentences[kind] ?? kind;
  return `Its status is ${status}.${schedule === null ? '' : ` It is scheduled for ${schedule}.`}`;
}

/** GeoReport's word for a status. One that this version does not know is still open. */
export const stateOf = (status: string): 'open' | 'closed' =>
  statuses.some(({ name }) => name === status) && phaseOf(status) === 'ended' ? 'closed' : 'open';
