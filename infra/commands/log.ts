/**
 * `npm run log verify [url] [key]`: checks that every leaf of the signed log is as it was signed, for the portal that
 * runs here also against its database; `prove <reference>`: the leaves of a report with their inclusion proofs; `watch
 * <url> [file]`: checks that the log only grew since the last time, for a line of cron.
 */
import { CommandError, runCommand } from '../command.ts';
import { requireRunning, runAndPrint, runServiceCommand } from '../run/service-command.ts';

const [action, ...args] = process.argv.slice(2);
const file = 'check-log.ts';

await runCommand(async () => {
  const [first, second] = args;
  if (action === 'verify' && first) return checkElsewhere(['verify', ...args]);
  if (action === 'verify') return runServiceCommand('reports', file, ['verify', await urlHere()]);
  if (action === 'prove' && first) return runServiceCommand('reports', file, ['prove', await urlHere(), first]);
  if (action === 'watch' && first && URL.canParse(first))
    return checkElsewhere(['watch', first, second ?? `log-of-${new URL(first).hostname}.json`]);
  throw new CommandError('Use: npm run log verify [<url> [<key>]] | prove <reference> | watch <url> [<file>]');
});

async function urlHere(): Promise<string> {
  return (await requireRunning()).urls.portal;
}

/** For a portal that need not run here. */
function checkElsewhere(what: readonly string[]): Promise<void> {
  return runAndPrint([`services/reports/${file}`, ...what]);
}
