/** What became of a form's files. */
import { missingField } from '@tma/kit';
import type { StoredFile } from './files-client.ts';
import type { FileResult, Form } from './form.ts';

/** The picture of a form. Throws what was wrong with it, or that there is none. */
export function checkPicture(files: Form['files']): StoredFile & { path: string } {
  const image = storedFile(files.get('image'));
  if (!image?.path) throw missingField('image', 'Please select an image file.');
  return { ...image, path: image.path };
}

/** A file of the form; null where there is none. Throws what was wrong with it. */
export function storedFile(file: FileResult | undefined): StoredFile | null {
  if (file && 'error' in file) throw file.error;
  return file?.stored ?? null;
}
