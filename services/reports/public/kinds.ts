import { problems, statuses } from '@tma/contracts';

/** The problems, or those of these codes; papers are nobody else's business. @param codes with commas; all where there are none */
export const issuesOf = (codes: string | undefined): string[] => namesOf(problems, codes);

export const statusesOf = (codes: string | undefined): string[] => namesOf(statuses, codes);

function namesOf(all: readonly { name: string; code: string }[], codes: string | undefined): string[] {
  const wanted = codes?.split(',');
  return all.filter(({ code }) => wanted === undefined || wanted.includes(code)).map(({ name }) => name);
}
