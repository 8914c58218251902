import { limits } from '@tma/contracts/limits';
import { type FileField, fileFields } from './files.ts';

interface TextRule {
  /** Picked from a list, one line, several lines, or a calendar day. */
  control: 'issue' | 'line' | 'lines' | 'day';
  required: boolean;
  maxLength?: number;
}

/**
 * The texts of a report, in the order of the form: kept in the draft, shown as fields (labels in the texts under
 * `newRequest`) and sent by these names.
 */
export const reportTexts = {
  issue: { control: 'issue', required: true },
  location: { control: 'line', required: true, maxLength: limits.location },
  description: { control: 'lines', required: true, maxLength: limits.description },
  schedule: { control: 'day', required: false },
} as const satisfies Record<string, TextRule>;

export type TextName = keyof typeof reportTexts;
export const textNames = Object.keys(reportTexts) as TextName[];
export const isTextName = (name: string): name is TextName => Object.hasOwn(reportTexts, name);

/** What is being written on /newrequest. */
export type Draft = Record<TextName, string> & Record<FileField, File | null>;
type DraftField = keyof Draft;

export const draftFields: readonly DraftField[] = [...textNames, ...fileFields];

/** A draft with nothing in it. */
export const emptyDraft = {
  ...Object.fromEntries(textNames.map((name) => [name, ''])),
  ...Object.fromEntries(fileFields.map((name) => [name, null])),
} as Draft;
