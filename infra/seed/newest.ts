import { issueNames } from '@tma/contracts';
import { call, formWith, tokenOf } from './calls.ts';
import { residentEmail } from './people.store.ts';
import { descriptions, places } from './words.ts';

/** About as many as a first page shows. */
const newest = 12;

/** Submits the newest few as residents do, each with a picture. @returns the public paths of the pictures */
export async function submitNewest(
  portal: string,
  seed: number,
  residents: number,
  password: string,
): Promise<string[]> {
  const images: string[] = [];
  for (let number = 1; number <= newest; number += 1) {
    const email = residentEmail(seed, 1 + ((number - 1) % residents));
    const issue = number % issueNames.length;
    const texts = {
      issue: issueNames[issue] ?? '',
      location: places[number % places.length] ?? '',
      description: (descriptions[issue * 2] ?? '').replace('%', String(1 + number)),
    };
    const row = await call<{ image: string }>(portal, '/newrequest', {
      token: await tokenOf(portal, email, password),
      headers: { 'idempotency-key': `seed ${seed} ${number}` },
      body: formWith(texts, number * 20),
    });
    images.push(row.image);
  }
  return images;
}
