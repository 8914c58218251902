import { day, defaultStatus, foldName, issueNames, limits, line, prose } from '@tma/contracts';
import { HttpError, type Resident } from '@tma/kit';
import { z } from 'zod';

/** What a report says, once it is known to be sound. */
export interface Submission {
  issue: string;
  location: string;
  description: string;
  tehsil: string;
  name: string;
  status: string;
  schedule: string | null;
}

const Texts = z.object({
  issue: z.string().refine((issue) => issueNames.includes(issue), 'must be one of the listed issue types'),
  location: line(limits.location),
  description: prose(limits.description),
  schedule: z.union([z.literal('').transform(() => null), day]).default(null),
});

/** The required texts, in the order in which they are named when missing. */
const required = ['issue', 'location', 'description', 'tehsil'] as const;

export const fullName = (first: string | undefined, last: string | undefined) =>
  [first, last]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ') || 'User';

/**
 * Reads the fields of the form. Whose report it is, their name and its status are never taken from the form.
 * @param tehsils what the caller's tehsil is known as: by the token, by their latest profile
 * Throws refusals: 403 for another's `userId`, 400 naming what is missing or wrong.
 */
export function readSubmission(
  fields: ReadonlyMap<string, string>,
  caller: Pick<Resident, 'id' | 'profile'>,
  tehsils: readonly string[],
): Submission {
  const userId = fields.get('userId');
  if (userId && userId.trim().toLowerCase() !== caller.id) {
    throw new HttpError(403, 'forbidden', 'A report can only be submitted in your own name.');
  }
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const wanted = text('tehsil');
  const tehsil =
    wanted === '' ? (tehsils[0] ?? '') : (tehsils.find((known) => foldName(known) === foldName(wanted)) ?? wanted);
  const given = { issue: text('issue'), location: text('location'), description: text('description'), tehsil };
  const missing = required.filter((name) => given[name] === '');
  if (missing.length > 0) {
    throw new HttpError(400, 'invalid_request', `Missing: ${missing.join(', ')}`, {
      errors: missing.map((path) => ({ path, message: 'is required' })),
    });
  }
  const { issue, location, description, schedule } = Texts.parse({ ...given, schedule: text('schedule') });
  if (!tehsils.includes(tehsil)) {
    const message = 'must be the tehsil of your profile';
    throw new HttpError(400, 'invalid_request', `tehsil: ${message}`, { errors: [{ path: 'tehsil', message }] });
  }
  const name = fullName(caller.profile.first_name, caller.profile.last_name);
  return { issue, location, description, tehsil, name, status: defaultStatus, schedule };
}
