/** The life of a report by messages alone, in Urdu, over Debian's Kannel and a portal of its own. */
import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { readInfraConfig } from '../../infra/config.ts';
import { readSecrets } from '../../infra/run/secrets.ts';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { hasKannel, startKannel } from '../../services/notify/testing/real-kannel.ts';
import { newTehsil } from '../../testing/admins.ts';
import { newResident } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import { kannelTelephone, liveByTelephone, newMobile } from '../../testing/telephones.ts';

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

describe.runIf(hasKannel())('over Kannel', () => {
  it('confirmed, received, scheduled, asked for, closed, disputed, closed again and confirmed', async () => {
    const first = 20_000 + randomInt(10_000);
    const SMS_URL = `kannel://portal:secret@127.0.0.1:${first + 3}`;
    const { portal, running, stop } = await startPortal({
      config: readInfraConfig({ BACKING: 'native', SMS_URL }),
      env: { SMS_QUIET: 'off' },
    });
    stops.push(stop);
    const { smsKey: key } = await readSecrets(portal.dataDir);
    const kannel = await startKannel(first, { url: `http://127.0.0.1:${running.ports.sms}`, key });
    stops.push(() => kannel.stop());
    expect(kannel.url).toBe(SMS_URL);

    const { tehsil, office } = await newTehsil(portal);
    const number = newMobile();
    await liveByTelephone({
      ...{ portal, office, number, resident: newResident(tehsil), telephone: kannelTelephone(kannel, number) },
      pictures: [await drawPicture(601), await drawPicture(602), await drawPicture(603)],
    });
  });
});
