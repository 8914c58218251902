import { isHeic } from './fit-picture.ts';

const megabyte = 1024 * 1024;

export const fileFields = ['image', 'document'] as const;
export type FileField = (typeof fileFields)[number];
export type FileFault = 'missing' | 'invalid' | 'heic' | 'tooLarge';

const fits: Record<FileField, (file: File) => boolean> = {
  image: (file) => file.type.startsWith('image/'),
  // Some phones know no type for what comes from their file manager.
  document: ({ type, name }) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name)),
};

/** What is wrong with what was chosen for a field, or null. There must be a picture, there need not be a document. */
export function faultOf(field: FileField, file: File | null, maxMb: number): FileFault | null {
  if (!file) return field === 'image' ? 'missing' : null;
  if (field === 'image' && isHeic(file)) return 'heic';
  if (!fits[field](file)) return 'invalid';
  return file.size > maxMb * megabyte ? 'tooLarge' : null;
}
