/** A report lives by messages to a telephone alone, in Urdu; whoever has it reads no mail after signing up. */
import { inject, it } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { newTehsil } from '../../testing/admins.ts';
import { newResident } from '../../testing/people.ts';
import { liveByTelephone, mailboxTelephone, newMobile } from '../../testing/telephones.ts';

const portal = inject('portal');

it('confirmed, received, scheduled, asked for, closed, disputed, closed again and confirmed', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const number = newMobile();
  await liveByTelephone({
    ...{ portal, office, number, resident: newResident(tehsil), telephone: mailboxTelephone(portal, number) },
    pictures: [await drawPicture(501), await drawPicture(502), await drawPicture(503)],
  });
});
