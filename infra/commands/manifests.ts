/** `npm run manifests`: writes the deployment files from infra/system.ts and infra/deploy/parts.ts. */
import { runCommand } from '../command.ts';
import { updateManifests } from '../deploy/manifests.ts';

await runCommand(async () => {
  const differing = updateManifests({ write: true });
  process.stdout.write(differing.length > 0 ? `Written: ${differing.join(', ')}\n` : 'All manifests are up to date.\n');
});
