import { withClient } from '../../infra/deploy/cluster.store.ts';
import type { Findings } from './findings.ts';
import type { FaultSystem } from './system.ts';
import { deliveries, type OutboxRow } from './truth.store.ts';

/** The events that cause a mail. */
const mailed = new Set(['VerificationRequested', 'SignUpRepeated', 'AccountChanged', 'ReportCreated', 'StatusChanged']);

/** Checks that each event that causes a mail has one delivery, and that its mail arrived unless the server rejected it. */
export async function checkMails(
  { running, smtp }: FaultSystem,
  events: readonly OutboxRow[],
  { lost, doubled, doubledMails }: Findings,
): Promise<void> {
  const rows = await withClient(running().databases.notify, deliveries);
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
  const arrived = Map.groupBy(smtp.received, ({ messageId }) => messageId);
  for (const { id, type, answer } of events) {
    // Of what became of closures an administrator hears only that one was disputed.
    if (!mailed.has(type) && answer !== 'disputed') continue;
    const [delivery, ...more] = byEvent.get(id) ?? [];
    if (more.length > 0) doubled.push(`${more.length} deliveries of the event ${id}`);
    if (!delivery) {
      lost.push(`the delivery of ${type} ${id}`);
      continue;
    }
    const { messageId, state } = delivery;
    const copies = arrived.get(messageId)?.length ?? 0;
    const refused = smtp.refused.has(messageId) && state === 'failed';
    if (copies === 0 && !refused) lost.push(`the mail of ${type} ${id} (${state})`);
    if (copies > 1) doubledMails.push(messageId);
  }
}
