/** The checks of a picture before it is sent. */
import { t } from '@tma/web/language/own-texts';
import { isHeic } from './fit-picture.ts';

const megabyte = 1024 * 1024;

export type PictureProblem = 'invalid' | 'heic' | 'tooLarge';

/** Whether a file is larger than the portal takes. `maxMb` in MiB. */
export const isTooLarge = (file: File, maxMb: number) => file.size > maxMb * megabyte;

/** What is wrong with the file chosen as a picture, or null. `maxMb` in MiB. */
export function pictureProblem(file: File, maxMb: number): PictureProblem | null {
  if (isHeic(file)) return 'heic';
  if (!file.type.startsWith('image/')) return 'invalid';
  return isTooLarge(file, maxMb) ? 'tooLarge' : null;
}

/** The same in words. */
export function pictureProblemText(problem: PictureProblem, maxMb: number): string {
  switch (problem) {
    case 'tooLarge':
      return t('picture.tooLarge', { max: maxMb });
    case 'heic':
      return `${t('picture.invalid')} ${t('picture.heic')}`;
    case 'invalid':
      return t('picture.invalid');
  }
}

export const goneText = () => t('picture.gone');

/** Whether the browser can no longer read a file: it was deleted or changed where it lies, or was not kept with a draft. */
export const isGone = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
