import { fullName, fullNameOrUser } from '@tma/contracts/identity/full-name';
import { isProblem } from '@tma/contracts/reports/issues';
import { defaultStatus } from '@tma/contracts/reports/statuses';
import type { Profile } from '@tma/web/api/tables';

/** What is being written on /newrequest: its fields, and what each is before anything is filled in. */
export const emptyDraft = {
  issue: '',
  location: '',
  /** Degrees of WGS 84, empty without a point; how exact a device knows them, in metres. */
  lat: '',
  long: '',
  accuracy: '',
  description: '',
  /** A calendar day, `YYYY-MM-DD`. */
  schedule: '',
  /** With whoever has the link. */
  shared: false as boolean,
  image: null as File | null,
  document: null as File | null,
};
export type Draft = typeof emptyDraft;
export type DraftField = keyof Draft;
export const draftFields = Object.keys(emptyDraft) as DraftField[];
export const fileFields = ['image', 'document'] as const;
export type FileFieldName = (typeof fileFields)[number];

/** The draft without its files, which are stored and sent apart. */
export const valuesOf = ({ image: _image, document: _document, ...values }: Draft) => values;
export const filesOf = ({ image, document }: Draft) => ({ image, document });

/** The report as it is sent, by the names of the wire, without its files. A field that is empty is not sent. */
export function sentFieldsOf({ issue, location, description, schedule, ...draft }: Draft, profile: Profile) {
  const { id: userId, tehsil, first_name, last_name } = profile;
  const name = fullNameOrUser(first_name, last_name);
  // Certificates and licences have no place, and are shown to nobody.
  const { lat, long, accuracy, shared } = isProblem(issue) ? draft : emptyDraft;
  const written = { issue, location, lat, long, accuracy, description, schedule, shared: shared ? 'true' : '' };
  return { name, status: defaultStatus, userId, tehsil, ...written };
}

/** What a report must have, in the order in which what is missing is named: first the form's, then what the profile gives. */
export const requiredNames = ['issue', 'location', 'description', 'name', 'userId', 'tehsil'] as const;
export type RequiredName = (typeof requiredNames)[number];

/** The names of what is missing. Blanks are missing. */
export function missingNames({ issue, location, description }: Draft, profile: Profile): RequiredName[] {
  const name = fullName(profile.first_name, profile.last_name);
  const given = { issue, location, description, name, userId: profile.id, tehsil: profile.tehsil };
  return requiredNames.filter((required) => !given[required].trim());
}
