/** What became of a form's files. */
import { missingField } from '@tma/kit';
import type { StoredFile } from './files-client.ts';
import type { FileResult, Form } from './form.ts';

type Picture = StoredFile & { path: string };

/** The picture of a form; null where there is none. Throws what was wrong with it. */
export function pictureIn(files: Form['files']): Picture | null {
  const image = storedFile(files.get('image'));
  return image?.path ? { ...image, path: image.path } : null;
}

/** The same, where there has to be one. */
export function checkPicture(files: Form['files']): Picture {
  const image = pictureIn(files);
  if (!image) throw missingField('image', 'Please select an image file.');
  return image;
}

/** A file of the form; null where there is none. Throws what was wrong with it. */
export function storedFile(file: FileResult | undefined): StoredFile | null {
  if (file && 'error' in file) throw file.error;
  return file?.stored ?? null;
}
