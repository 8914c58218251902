import type { Profile } from '@tma/web/tables';
import { givenName } from '../use-profile.ts';
import type { Draft } from './draft.ts';
import { type FileFault, type FileField, faultOf, fileFields } from './files.ts';
import { missingNames, type Required } from './missing.ts';

/** What keeps a draft from being sent. */
export interface Wrong {
  missing: readonly Required[];
  files: readonly (readonly [FileField, FileFault])[];
}

/** Null when nothing is wrong. A missing picture is named only when nothing else is missing. */
export function wrongWith(draft: Draft, profile: Profile, maxMb: number): Wrong | null {
  const { id: userId, tehsil } = profile;
  const missing = missingNames({ ...draft, name: givenName(profile), userId, tehsil });
  const files = fileFields.flatMap((field) => {
    const fault = faultOf(field, draft[field], maxMb);
    return fault && (fault !== 'missing' || missing.length === 0) ? [[field, fault] as const] : [];
  });
  return missing.length + files.length > 0 ? { missing, files } : null;
}
