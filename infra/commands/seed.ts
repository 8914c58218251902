/**
 * `npm run seed -- [--reports 1000] [--seed 1]`: fills the running portal with sample residents and two years of their
 * reports. Mails are sent only for the newest few, which are submitted through the API.
 */
import { parseArgs } from 'node:util';
import { CommandError, runCommand } from '../command.ts';
import { requireRunning } from '../run/service-command.ts';
import type { Shown } from '../seed/closures.ts';
import type { Desk } from '../seed/desk.ts';
import { closeSome, fillPortal, password, shareDesk } from '../seed/fill.ts';
import { adminEmail, residentEmail, type Seed } from '../seed/people.store.ts';

await runCommand(async () => {
  const startedAt = performance.now();
  const options = readArguments();
  const { urls, databases } = await requireRunning();
  const { portal, mailbox } = urls;
  const people = await fillPortal(portal, databases, options, (made) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
    process.stdout.write(`  ✓  ${seconds} s  ${made} of ${options.reports} reports\n`);
  });
  const shown = await closeSome(portal, databases, people);
  const desk = await shareDesk(portal, databases, people);
  printAccounts(portal, people, desk);
  printClosures(shown, mailbox);
  printDesk(desk, portal);
});

function readArguments(): { reports: number; seed: number } {
  const options = { reports: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } } as const;
  const { values } = parseArgs({ options });
  const [reports, seed] = [Number(values.reports), Number(values.seed)];
  const isWhole = (number: number, max: number) => Number.isInteger(number) && number >= 0 && number <= max;
  if (!isWhole(reports, 100_000_000) || reports === 0)
    throw new CommandError('--reports takes a number from 1 to 100000000.');
  if (!isWhole(seed, 9999)) throw new CommandError('--seed takes a number from 0 to 9999.');
  return { reports, seed };
}

function printAccounts(portal: string, { seed, tehsils, residents }: Seed, desk: Desk): void {
  const admins = tehsils.map((tehsil, index) => `     ${adminEmail(seed, index + 1).padEnd(28)}  of ${tehsil}`);
  admins.splice(1, 0, `     ${desk.deputy.padEnd(28)}  of ${desk.tehsil}, too`);
  process.stdout.write(`
  Sign in with the password: ${password}

     ${residentEmail(seed, 1)} to ${residentEmail(seed, residents)} at ${portal}/signin
     and as administrators at ${portal}/adminsignin
${admins.join('\n')}
`);
}

function printClosures(shown: readonly Shown[], mailbox: string): void {
  const lines = shown.map(({ email, reference, shows }) => `     ${email.padEnd(28)}  ${reference}  ${shows}`);
  process.stdout.write(`
  Closed reports, in My Reports and in the administrator's list; the mails that ask are in ${mailbox}

${lines.join('\n')}
`);
}

function printDesk({ tehsil, shown }: Desk, portal: string): void {
  const dashboard = `${portal}/adminDashboard`;
  const pages = [
    [`${dashboard}?filter=overdue`, 'answers that are late'],
    [`${dashboard}?filter=disputed`, 'what reporters say is not fixed'],
    [`${dashboard}?filter=mine`, 'what is assigned to whoever is signed in'],
    [`${dashboard}?q=bazaar&assignee=none`, 'a search, in what nobody has; a file and a printed list of it'],
    [`${portal}/adminSettings`, 'working days and holidays'],
    [`${portal}/figures?${new URLSearchParams({ tehsil })}`, 'what everybody may see of it'],
  ];
  const width = Math.max(...pages.map(([address = '']) => address.length));
  const reports = shown.map(({ reference, assignee, shows }) => `     ${reference}  ${assignee.padEnd(28)}  ${shows}`);
  process.stdout.write(`
  The desk of ${tehsil}

${pages.map(([address = '', shows]) => `     ${address.padEnd(width)}  ${shows}`).join('\n')}

  Reports there, to be found by their reference, and who has them

${reports.join('\n')}
`);
}
