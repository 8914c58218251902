import {
  defaultLanguage,
  defaultStatus,
  email,
  language,
  limits,
  line,
  orNull,
  profileTexts,
  ReportTexts,
} from '@tma/contracts';
import type { Form } from '../report/form/form.ts';
import { pictureIn, storedFile } from '../report/form/form-files.ts';
import type { Place } from '../report/reports.store.ts';
import { checkPlace } from './place.ts';
import type { NewReport, WithoutAccount } from './save-report.ts';
import { requireTexts, type Submission, textsOf } from './submission.ts';

/** The fields of the form about the person, beside those about the report. */
const CounterTexts = ReportTexts.extend({
  name: line(limits.counterName).min(1, 'is required'),
  contact: line(profileTexts.contact_number).min(1, 'is required'),
  email: orNull(email),
  language,
});

/** The required texts, in the order in which they are named when missing. */
const required = ['issue', 'location', 'description', 'name', 'contact'] as const;

/**
 * Checks the form of a report for somebody without an account. Throws 400 naming what is missing, or else what is wrong: the texts,
 * the place, the picture, which may be absent, the document.
 * @param by the administrator who enters it, whose tehsil it gets
 */
export function checkCounterForm(
  { fields, files }: Form,
  by: { id: string; tehsil: string },
): Omit<NewReport, 'id' | 'key'> & { place: Place } {
  const given = textsOf(fields, Object.keys(CounterTexts.shape));
  requireTexts(given, required);
  given.language ||= defaultLanguage;
  const { contact, email, language, ...texts } = CounterTexts.parse(given);
  const submission: Submission = { ...texts, tehsil: by.tehsil, status: defaultStatus };
  const caller: WithoutAccount = {
    audience: null,
    via: 'counter',
    email,
    language,
    contact,
    enteredBy: by.id,
    system: null,
  };
  const place = checkPlace(submission.issue, fields);
  const image = pictureIn(files);
  return { caller, submission, place, image, documentId: storedFile(files.get('document'))?.id ?? null };
}
