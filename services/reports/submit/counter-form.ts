import { defaultLanguage, defaultStatus, email, language, limits, line, profileTexts } from '@tma/contracts';
import { z } from 'zod';
import type { Form } from '../report/form/form.ts';
import { storedFile } from '../report/form/form-files.ts';
import { type Place, textColumns } from '../report/reports.store.ts';
import { checkPlace } from './place.ts';
import type { NewReport, WithoutAccount } from './save-report.ts';
import { type CheckedFiles, requireTexts, type Submission, Texts } from './submission.ts';

const orNull = <S extends z.ZodType>(schema: S) => z.union([z.literal('').transform(() => null), schema]);

/** What the form says of the person, beside what it says of the report. */
const CounterTexts = Texts.extend({
  name: line(limits.counterName),
  contact: line(profileTexts.contact_number),
  email: orNull(email),
  language,
});

/** The required texts, in the order in which they are named when missing. */
const required = ['issue', 'location', 'description', 'name', 'contact'] as const;

/**
 * Checks the form of a report for somebody without an account. Throws 400 naming what is missing, or else what is wrong: the texts,
 * the place, the picture, which may be absent, the document.
 * @param by who writes it down, in whose tehsil it is
 */
export function checkCounterForm(
  { fields, files }: Form,
  by: { id: string; tehsil: string },
): Omit<NewReport, 'id' | 'key'> & { place: Place } {
  const text = (name: string) => fields.get(name)?.trim() ?? '';
  const names = [...textColumns, 'name', 'contact', 'email', 'language'];
  const given = Object.fromEntries(names.map((name) => [name, text(name)]));
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
  return { caller, submission, place: checkPlace(submission.issue, fields), ...checkCounterFiles(files) };
}

function checkCounterFiles(files: Form['files']): CheckedFiles {
  const image = storedFile(files.get('image'));
  const picture = image?.path ? { id: image.id, path: image.path } : null;
  return { image: picture, documentId: storedFile(files.get('document'))?.id ?? null };
}
