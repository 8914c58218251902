/** `npm run manifests [-- --check]`: writes the deployment files from infra/system.ts and infra/deploy/parts.ts. */
import { parseArgs } from 'node:util';
import { CommandError, runCommand } from '../command.ts';
import { updateManifests } from '../deploy/manifests.ts';

await runCommand(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const differing = updateManifests({ write: !values.check });
  if (values.check && differing.length > 0) {
    throw new CommandError(
      `These files differ from infra/system.ts; npm run manifests writes them:\n${differing.join('\n')}`,
    );
  }
  process.stdout.write(differing.length > 0 ? `Written: ${differing.join(', ')}\n` : 'All manifests are up to date.\n');
});
