import { pictureProblemText } from '@tma/web/pictures/picture-problem';
import { t } from '../texts.ts';
import type { FileField, FileProblem } from './files.ts';

/** What is wrong with a file, in words. `maxMb` is the largest size taken, in megabytes. */
export function fileProblemText(field: FileField, problem: FileProblem, maxMb: number): string {
  if (problem === 'missing') return t('newRequest.imageMissing');
  if (problem === 'gone') return t('kept.filesGone');
  if (field === 'document' && problem === 'invalid') return t('newRequest.documentInvalid');
  return pictureProblemText(problem, maxMb);
}
