import { issueNames } from '@tma/contracts';
import { answered } from './answered.ts';
import { residentEmail } from './people.store.ts';
import { makePicture } from './picture.ts';
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
    const session = await answered<{ access_token: string }>(`${portal}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const issue = number % issueNames.length;
    const form = new FormData();
    form.set('issue', issueNames[issue] ?? '');
    form.set('location', places[number % places.length] ?? '');
    form.set('description', (descriptions[issue * 2] ?? '').replace('%', String(1 + number)));
    form.set('image', new Blob([new Uint8Array(makePicture(number * 20))], { type: 'image/png' }), 'picture.png');
    const row = await answered<{ image: string }>(`${portal}/newrequest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}`, 'idempotency-key': `seed ${seed} ${number}` },
      body: form,
    });
    images.push(row.image);
  }
  return images;
}
