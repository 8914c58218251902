import type { Profile } from '@tma/web/api/tables';
import {
  goneText,
  isGone,
  isTooLarge,
  type PictureProblem,
  pictureProblem,
  pictureProblemText,
} from '@tma/web/pictures/picture-problem';
import { t } from '../texts.ts';
import { type Draft, type FileFieldName, fileFields, missingNames, type RequiredName } from './report-draft.ts';

type FileProblem = 'missing' | 'gone' | PictureProblem;

/** Some phones set no type for what comes from their file manager. */
const isPdf = ({ type, name }: File) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name));

/** What is wrong with the file chosen for a field, or null. A picture is required, a document is not. `maxMb` in MiB. */
export function fileProblem(field: FileFieldName, file: File | null, maxMb: number): FileProblem | null {
  if (!file) return field === 'image' ? 'missing' : null;
  if (field === 'image') return pictureProblem(file, maxMb);
  if (!isPdf(file)) return 'invalid';
  return isTooLarge(file, maxMb) ? 'tooLarge' : null;
}

/** The same in words. */
export function fileProblemText(field: FileFieldName, problem: FileProblem, maxMb: number): string {
  if (problem === 'missing') return t('newRequest.imageMissing');
  if (problem === 'gone') return goneText();
  if (field === 'document' && problem === 'invalid') return t('newRequest.documentInvalid');
  return pictureProblemText(problem, maxMb);
}

/** Why a draft cannot be sent. */
export interface DraftProblems {
  missing: readonly RequiredName[];
  files: readonly (readonly [FileFieldName, FileProblem])[];
}

/** Null when it can be sent. A missing picture is named only when nothing else is missing. */
export function problemsOf(draft: Draft, profile: Profile, maxMb: number): DraftProblems | null {
  const missing = missingNames(draft, profile);
  const files = fileFields.flatMap((field) => {
    const problem = fileProblem(field, draft[field], maxMb);
    return problem && (problem !== 'missing' || missing.length === 0) ? [[field, problem] as const] : [];
  });
  return missing.length + files.length > 0 ? { missing, files } : null;
}

/** The files of a draft that the browser can no longer read, so that they must be chosen again; null where all can be read. */
export async function unreadable(draft: Draft): Promise<DraftProblems | null> {
  const files: [FileFieldName, FileProblem][] = [];
  for (const field of fileFields) if (draft[field] && (await isGone(draft[field]))) files.push([field, 'gone']);
  return files.length > 0 ? { missing: [], files } : null;
}
