import { setTimeout as wait } from 'node:timers/promises';
import { services } from '@tma/contracts';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import type { Fault, Scene } from './fault.ts';
import { lastStates } from './truth.store.ts';
import { eventually } from './wait.ts';
import { closeUnanswered, submit, submitSlowly } from './writes.ts';

const killed = (name: string, more: Partial<Fault> = {}): Fault => ({
  name: `kill -9 of ${name}`,
  inject: ({ system }) => system.end(name, 'SIGKILL'),
  ...more,
});

const failing = (failpoint: string, between: string, more: Partial<Fault> = {}): Fault => ({
  name: `killed between ${between}`,
  inject: ({ system }) => system.failAt(failpoint),
  ...more,
});

/** Suspends a process for some seconds, as happens on a machine that swaps. */
export async function freeze({ system }: Scene, name: string, seconds: number): Promise<void> {
  system.signal(name, 'SIGSTOP');
  await wait(seconds * 1000);
  system.signal(name, 'SIGCONT');
}

export const processFaults: readonly Fault[] = [
  killed('gateway'),
  killed('auth'),
  killed('reports', { short: true }),
  killed('files'),
  killed('notify', { mayDouble: true }),
  failing('upload-stored', 'file rename and transaction'),
  failing('report-committed', 'transaction and answer (a new report)', { short: true }),
  failing('change-committed', 'transaction and answer (a change)'),
  failing('closing-committed', 'closing and answer'),
  // It has the picture of a proof that reports has taken, and has not claimed it.
  failing('proof-heard', 'proof and claim of its file'),
  // The process that is killed may be notify, while it sends a mail.
  failing('events-produced', 'produce and mark', { short: true, mayDouble: true }),
  failing('mail-accepted', 'SMTP 250 and commit', { short: true, mayDouble: true }),
  {
    name: 'killed between lapse and noting it',
    async inject({ system, load: { prober }, oracle, clerks }) {
      const { portal, running } = system;
      const reports = [await submit(portal, oracle, prober, false), await submit(portal, oracle, prober, false)];
      const ids = reports.map(({ id }) => id);
      for (const report of reports) await closeUnanswered(system, oracle, clerks.get(prober.tehsil) ?? '', report);
      await system.failAt('closure-swept');
      const states = () => withClient(running().databases.reports, (client) => lastStates(client, ids));
      const isNoted = async () => (await states()).every((state) => state === 'unanswered');
      await eventually('what the process left is noted by the next', isNoted, 90_000);
    },
  },
  {
    name: 'one service frozen for 15 s',
    mayDouble: true,
    inject: (scene) => freeze(scene, services[scene.run % services.length] ?? 'reports', 15),
  },
  {
    name: 'SIGTERM in the middle of an upload',
    async inject({ system, load, oracle, run }) {
      const name = run % 2 === 0 ? 'files' : 'reports';
      await submitSlowly(system.portal, oracle, load.prober, () => system.end(name, 'SIGTERM'));
    },
  },
  {
    name: 'SIGTERM in the middle of a batch',
    async inject(scene) {
      const { system, run } = scene;
      const name = run % 2 === 0 ? 'notify' : 'files';
      // What accumulates while it is frozen is the batch that it handles when it gets SIGTERM.
      await freeze(scene, name, 4);
      await system.end(name, 'SIGTERM');
    },
  },
];
