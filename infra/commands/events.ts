/** `npm run events [-- --all]`: prints the events in Kafka as they arrive, one line each. */
import { topics } from '@tma/contracts';
import { createLog, type Received, tailTopics } from '@tma/kit';
import { runCommand } from '../command.ts';
import { serversOf } from '../run/run-file.ts';
import { requireRunning } from '../run/service-command.ts';

await runCommand(async () => {
  const running = await requireRunning();
  const stopping = new AbortController();
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, () => stopping.abort());
  // Nobody reads any more, as behind `head`: this comes for each line that is written then.
  process.stdout.on('error', () => stopping.abort());
  process.stdout.write('Events as they come; --all shows those before too. Ctrl-C ends this.\n');
  const fromBeginning = process.argv.includes('--all');
  const options = { fromBeginning, signal: stopping.signal, log: createLog('events', 'error') };
  await tailTopics(serversOf(running), Object.values(topics), show, options);
  process.exit(0);
});

function show({ topic, partition, offset, value }: Received): void {
  try {
    const { time, type, subject, id, data } = JSON.parse(value) as Record<string, unknown>;
    process.stdout.write(
      `${time}  ${type}  ${subject}\n    ${topic}/${partition}/${offset}  id ${id}\n    ${JSON.stringify(data)}\n`,
    );
  } catch {
    process.stdout.write(`${topic}/${partition}/${offset}  not a CloudEvent: ${value.slice(0, 200)}\n`);
  }
}
