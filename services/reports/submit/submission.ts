import { defaultStatus, foldName, fullNameOrUser, ReportTexts } from '@tma/contracts';
import { HttpError, invalidField, type Resident } from '@tma/kit';
import type { z } from 'zod';
import type { Form } from '../report/form/form.ts';
import { checkPicture, storedFile } from '../report/form/form-files.ts';
import { textColumns } from '../report/reports.store.ts';

/** The required texts, in the order in which they are named when missing. */
const required = ['issue', 'location', 'description', 'tehsil'] as const;

/** The checked texts of a report, and what its reporter determines. */
export interface Submission extends z.infer<typeof ReportTexts> {
  tehsil: string;
  /** The reporter's full name. */
  name: string;
  status: string;
}

/**
 * Checks the texts of the form. The reporter, their name and the status are never taken from it.
 * @param tehsils those the caller may report to; the first is meant when the form names none
 * Throws 403 for another's `userId`, 400 naming what is missing or else what is wrong.
 */
export function checkTexts(
  fields: ReadonlyMap<string, string>,
  caller: Pick<Resident, 'id' | 'profile'>,
  tehsils: readonly string[],
): Submission {
  const userId = fields.get('userId');
  if (userId && userId.trim().toLowerCase() !== caller.id) {
    throw new HttpError(403, 'forbidden', 'A report can only be submitted in your own name.');
  }
  const texts = textsOf(fields, [...textColumns, 'tehsil']);
  const known = tehsils.find((tehsil) => texts.tehsil === '' || foldName(tehsil) === foldName(texts.tehsil));
  const tehsil = known ?? texts.tehsil;
  requireTexts({ ...texts, tehsil }, required);
  const checked = ReportTexts.parse(texts);
  if (known === undefined) throw invalidField('tehsil', 'must be the tehsil of your profile');
  const { first_name, last_name } = caller.profile;
  return { ...checked, tehsil, name: fullNameOrUser(first_name, last_name), status: defaultStatus };
}

/** The texts of these fields of a form, trimmed; empty where it has none. */
export const textsOf = <Name extends string>(fields: ReadonlyMap<string, string>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fields.get(name)?.trim() ?? ''])) as Record<Name, string>;

/** Throws 400 that names all missing texts, in this order. */
export function requireTexts(given: Readonly<Record<string, string>>, names: readonly string[]): void {
  const missing = names.filter((name) => !given[name]);
  if (missing.length === 0) return;
  throw new HttpError(400, 'invalid_request', `Missing: ${missing.join(', ')}`, {
    errors: missing.map((path) => ({ path, message: 'is required' })),
  });
}

/** The stored files of a report. */
export interface CheckedFiles {
  /** The picture's id, and its public path; null where it may be absent and is. */
  image: { id: string; path: string } | null;
  documentId: string | null;
}

/** Checks the results of storing the form's files. Throws what was wrong with them, the picture's error first. */
export function checkFiles(files: Form['files']): CheckedFiles {
  const { id, path } = checkPicture(files);
  return { image: { id, path }, documentId: storedFile(files.get('document'))?.id ?? null };
}
