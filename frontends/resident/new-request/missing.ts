import { reportTexts, type TextName, textNames } from './report-fields.ts';

/** What a report takes from its writer's profile. */
const fromProfile = ['name', 'userId', 'tehsil'] as const;
export type RequiredName = TextName | (typeof fromProfile)[number];

/** What a report must have, in the order in which what is missing is named. */
const required: readonly RequiredName[] = [...textNames.filter((name) => reportTexts[name].required), ...fromProfile];

/** The names of what is missing. Blanks are missing. */
export const missingNames = (values: Readonly<Partial<Record<RequiredName, string>>>): RequiredName[] =>
  required.filter((name) => !values[name]?.trim());
