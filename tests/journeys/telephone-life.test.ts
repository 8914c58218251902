/** A report lives by messages to a telephone alone, in Urdu; whoever has it reads no mail after signing up. */
import { it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { startJourney } from '../../testing/journey.ts';
import { newResident } from '../../testing/people.ts';
import { drawPicture } from '../../testing/proofs.ts';
import { liveByTelephone, mailboxTelephone, newMobile } from '../../testing/telephones.ts';

const { portal, browser } = await startJourney();

it('confirmed, received, scheduled, asked for, closed, disputed, closed again and confirmed', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const draw = (number: number) => drawPicture(browser, number);
  const number = newMobile();
  await liveByTelephone({
    ...{ portal, office, number, resident: newResident(tehsil), telephone: mailboxTelephone(portal, number) },
    pictures: [await draw(501), await draw(502), await draw(503)],
  });
});
