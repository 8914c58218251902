import { t } from '../texts.ts';
import type { FileFault, FileField } from './files.ts';

/** What is wrong with a file, in words. `maxMb` is the largest size taken, in megabytes. */
export function faultText(field: FileField, fault: FileFault, maxMb: number): string {
  if (fault === 'missing') return t('newRequest.imageMissing');
  if (fault === 'tooLarge') return t('newRequest.tooLarge', { max: maxMb });
  return field === 'image' ? t('newRequest.imageInvalid') : t('newRequest.documentInvalid');
}
