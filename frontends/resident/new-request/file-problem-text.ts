import { t } from '../texts.ts';
import type { FileField, FileProblem } from './files.ts';

/** What is wrong with a file, in words. `maxMb` is the largest size taken, in megabytes. */
export function fileProblemText(field: FileField, problem: FileProblem, maxMb: number): string {
  switch (problem) {
    case 'missing':
      return t('newRequest.imageMissing');
    case 'tooLarge':
      return t('newRequest.tooLarge', { max: maxMb });
    case 'heic':
      return `${t('newRequest.imageInvalid')} ${t('newRequest.imageHeic')}`;
    case 'invalid':
      return field === 'image' ? t('newRequest.imageInvalid') : t('newRequest.documentInvalid');
  }
}
