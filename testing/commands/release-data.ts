/**
 * `npm run release-data -- <folder>`: makes the data of a release for the upgrade test, on a portal of its own: a
 * backup, and `release.json` beside it. Once for each release, with its version in the folder's name; never again after it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, runCommand } from '../../infra/command.ts';
import { childEnvironment } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { makeSample, type Release, readBaselines } from '../deploy/release.ts';
import { startPortal } from '../portal.ts';

await runCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new CommandError('Name the folder to write to, for example testing/deploy/release-1.0.0.');
  const { portal, stop } = await startPortal();
  try {
    const release: Release = { ...(await makeSample(portal)), baselines: readBaselines() };
    const env = { ...childEnvironment(), BACKING: 'native', DATA_DIR: portal.dataDir };
    const { code, output } = await run(process.execPath, ['infra/commands/backup.ts', folder], { env });
    if (code !== 0) throw new CommandError(output);
    await writeFile(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  } finally {
    await stop();
  }
});
