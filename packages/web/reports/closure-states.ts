import type { Report } from '@tma/web/api/tables';

/** What the rows of lists say of a report's last closure. `proof` is the public path of the picture of the finished work. */
export type ListedClosure = Pick<Report, 'closure' | 'proof'>;

type ClosureWord = 'confirmed' | 'unanswered' | 'disputed' | 'withoutPicture';

/**
 * What everybody sees of a report's last closure. `withoutPicture` is shown until the reporter has answered,
 * so also when the time to answer is over.
 */
export function closureWords({ closure, proof }: ListedClosure): ClosureWord[] {
  const answer = closure === 'claimed' || !closure ? [] : [closure];
  return (closure === 'claimed' || closure === 'unanswered') && !proof ? [...answer, 'withoutPicture'] : answer;
}
