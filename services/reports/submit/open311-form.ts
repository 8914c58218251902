import {
  defaultLanguage,
  defaultStatus,
  documentsOf,
  email,
  fullNameOrUser,
  limits,
  line,
  orNull,
  problems,
  profileTexts,
  prose,
} from '@tma/contracts';
import { invalidField, type System } from '@tma/kit';
import { z } from 'zod';
import type { FileFields, Form } from '../report/form/form.ts';
import { pictureIn } from '../report/form/form-files.ts';
import type { Place } from '../report/reports.store.ts';
import { checkPlace } from './place.ts';
import type { NewReport } from './save-report.ts';
import { textsOf } from './submission.ts';

/** The picture's fields: clients that send several use `media[]`, FixMyStreet's Open311.pm `photo1` and so on. */
export const open311Files: FileFields = {
  kinds: { media: 'image', 'media[]': 'image', photo1: 'image' },
  takesFirst: true,
};

const required = 'is required';

/** The fields of the form, with the names of GeoReport v2. */
const Open311Texts = z.object({
  service_code: z
    .string()
    .min(1, required)
    .refine((code) => code === '' || problems.some((issue) => issue.code === code), 'must be the code of a service'),
  address_string: line(limits.location),
  description: prose(limits.description).min(1, required),
  first_name: line(limits.name),
  last_name: line(limits.name),
  email: orNull(email),
  phone: line(profileTexts.contact_number),
});
type Open311Texts = z.infer<typeof Open311Texts>;

/** Makes a report of another system's form. Throws 400 that names each missing or wrong field. */
export function checkOpen311Form({ fields, lists, files }: Form, by: System): Omit<NewReport, 'id' | 'key'> {
  const texts = Open311Texts.parse(textsOf(fields, Object.keys(Open311Texts.shape)));
  const { name: issue = '' } = problems.find(({ code }) => code === texts.service_code) ?? {};
  const place = checkPlace(issue, new Map(Object.entries(textsOf(fields, ['lat', 'long']))));
  const description = texts.description + papersIn(lists, issue);
  if ([...description].length > limits.description) throw invalidField('description', 'is too long with the papers');
  const image = pictureIn(files);
  if (!image && !by.mayOmitMedia) throw invalidField('media', 'a picture is required');
  return {
    caller: {
      audience: null,
      via: 'open311',
      email: texts.email,
      language: defaultLanguage,
      contact: texts.phone || null,
      enteredBy: by.id,
      system: by.name,
    },
    submission: {
      issue,
      location: locationOf(texts, place),
      description,
      schedule: null,
      tehsil: by.tehsil,
      name: fullNameOrUser(texts.first_name, texts.last_name),
      status: defaultStatus,
    },
    place,
    image,
    documentId: null,
  };
}

/** The location in words; if the form has only a point, its numbers. */
function locationOf({ address_string }: Open311Texts, { lat, long }: Place): string {
  if (address_string) return address_string;
  if (lat !== null && long !== null) return `${lat}, ${long}`;
  throw invalidField('address_string', 'is required without lat and long');
}

/** The papers that are at hand, as the last line of the description; empty where the form names none. */
function papersIn(lists: Form['lists'], issue: string): string {
  const known = documentsOf(issue);
  const given = ['attribute[papers]', 'attribute[papers][]'].flatMap((name) => lists.get(name) ?? []).filter(Boolean);
  const wrong = given.find((paper) => !known.includes(paper));
  if (wrong !== undefined) throw invalidField('attribute[papers]', 'must be of the values of the service');
  return given.length === 0 ? '' : `\n\nPapers: ${[...new Set(given)].join(', ')}`;
}
