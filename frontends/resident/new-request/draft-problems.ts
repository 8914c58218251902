import type { Profile } from '@tma/web/api/tables';
import { isGone } from '@tma/web/pictures/picture-problem';
import { type FileField, type FileProblem, fileFields, fileProblem } from './file-problems.ts';
import { type Draft, missingNames, type RequiredName } from './report-draft.ts';

/** Why a draft cannot be sent. */
export interface DraftProblems {
  missing: readonly RequiredName[];
  files: readonly (readonly [FileField, FileProblem])[];
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
  const files: [FileField, FileProblem][] = [];
  for (const field of fileFields) if (draft[field] && (await isGone(draft[field]))) files.push([field, 'gone']);
  return files.length > 0 ? { missing: [], files } : null;
}
