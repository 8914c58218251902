import { withClient } from '../../infra/deploy/cluster.store.ts';
import type { FaultSystem } from './system.ts';
import { unpublished, waitingMails } from './truth.store.ts';
import { eventually } from './wait.ts';

interface Status {
  consumers: { lag: number }[];
}

/** Waits until all events are sent and handled, all mails are sent, and every part is healthy. */
export async function untilQuiet(system: FaultSystem): Promise<void> {
  await eventually('every part of the portal is healthy', () => isHealthy(system), 120_000);
  let waiting = '';
  const isQuiet = async () => {
    waiting = (await whatWaits(system)).join(', ');
    return waiting === '';
  };
  await eventually('nothing waits', isQuiet, 180_000).catch((error: Error) => {
    throw new Error(`${error.message} (${waiting})`, { cause: error.cause });
  });
}

export async function isHealthy({ portal }: FaultSystem): Promise<boolean> {
  const answer = await fetch(`${portal}/health`, { signal: AbortSignal.timeout(5000) });
  await answer.body?.cancel();
  return answer.ok;
}

async function whatWaits({ running }: FaultSystem): Promise<string[]> {
  const { databases, ports } = running();
  const waiting: string[] = [];
  for (const [name, url] of Object.entries(databases)) {
    const events = await withClient(url, unpublished);
    if (events > 0) waiting.push(`${events} events in the outbox of ${name}`);
  }
  const mails = await withClient(databases.notify, waitingMails);
  if (mails > 0) waiting.push(`${mails} mails`);
  for (const name of ['auth', 'reports', 'files', 'notify', 'open311'] as const) {
    const answer = await fetch(`http://127.0.0.1:${ports[name]}/internal/status`, {
      signal: AbortSignal.timeout(5000),
    });
    const { consumers } = (await answer.json()) as Status;
    const lag = consumers.reduce((sum, one) => sum + one.lag, 0);
    if (lag > 0) waiting.push(`${lag} messages for ${name}`);
  }
  return waiting;
}
