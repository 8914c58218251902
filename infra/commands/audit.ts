/**
 * `npm run audit`: verifies the registry's signatures of all installed packages, asks it for known vulnerabilities, and
 * checks the licences. It reports checks that were not possible, and fails on findings.
 */
import { spawnSync } from 'node:child_process';
import { isAllowed, readLicences } from '../verify/licences.ts';

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|\b(E|audit )40[0-9]\b/;

/** Runs npm, and prints its findings. @returns whether it found nothing, as far as it could look */
function ask(what: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync('npm', ['audit', ...args], { encoding: 'utf8' });
  const [reason] = (status !== 0 && unreachable.exec(stderr)) || [];
  process.stdout.write(
    reason ? `The ${what} cannot be looked up from here (${reason}): nothing was checked.\n` : `${stdout}${stderr}`,
  );
  return status === 0 || reason !== undefined;
}

function checkLicences(): boolean {
  const packages = readLicences();
  const refused = packages.filter((one) => !isAllowed(one));
  for (const { place, licence } of refused)
    process.stdout.write(`${place} has the licence ${licence ?? 'of nobody'}.\n`);
  const kinds = new Set(packages.map(({ licence }) => licence));
  process.stdout.write(
    `${packages.length} packages have ${kinds.size} licences; ${refused.length} may not be used with theirs.\n`,
  );
  return refused.length === 0;
}

const results = [
  ask('signatures', ['signatures']),
  ask('known weaknesses', ['--omit=dev', '--audit-level=high']),
  checkLicences(),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
