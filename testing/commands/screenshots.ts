/**
 * `npm run screenshots [-- <name> …]`: takes the pictures of docs/pictures again, all or those named, in English and in Urdu,
 * on a portal that is started for them with ports and a folder of its own and filled with sample data.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, runCommand } from '../../infra/command.ts';
import { readInfraConfig } from '../../infra/config.ts';
import { openBrowser } from '../browser.ts';
import { startPortal } from '../portal.ts';
import { createSampleTehsil } from '../screenshots/sample-tehsil.ts';
import { open, shots } from '../screenshots/shots.ts';
import { takePicture, takeSideBySide } from '../screenshots/take.ts';
import { readInUrdu } from '../urdu-pages.ts';

const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const fileOf = (name: string) => join(pictures, `${name}.webp`);
/** The same screen in Urdu. */
const urduOf = (name: string) => `urdu/${name}`;
const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);

await runCommand(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !shots.some((shot) => shot.name === name));
  if (unknown.length > 0) throw new CommandError(`There is no picture ${unknown.join(', ')}.`);
  await mkdir(join(pictures, urduOf('')), { recursive: true });
  const { portal, stop } = await startPortal({ config: readInfraConfig(), print });
  const browser = await openBrowser();
  try {
    const sample = await createSampleTehsil(portal, browser);
    for (const shot of shots) {
      if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
      const page = await open(browser, portal, sample, shot);
      await shot.go(page, portal, sample);
      await takePicture(page, shot.whole ?? false, fileOf(shot.name));
      await readInUrdu(page);
      // What is above it takes more room in Urdu.
      await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
      await takePicture(page, shot.whole ?? false, fileOf(urduOf(shot.name)));
      await page.context().close();
      print(`docs/pictures/{,urdu/}${shot.name}.webp`);
    }
    const [home, list] = [await readFile(fileOf('home')), await readFile(fileOf('my-reports-phone'))];
    await takeSideBySide(
      browser,
      [
        [home, 960],
        [list, 336],
      ],
      fileOf('portal'),
    );
  } finally {
    await browser.close();
    await stop();
  }
});
