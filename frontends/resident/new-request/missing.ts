/** What a report must have, in the order in which what is missing is named. */
const required = ['issue', 'location', 'description', 'name', 'userId', 'tehsil'] as const;
export type Required = (typeof required)[number];

/** The names of what is missing. Blanks are missing. */
export const missingNames = (given: Readonly<Partial<Record<Required, string>>>): Required[] =>
  required.filter((name) => !given[name]?.trim());
