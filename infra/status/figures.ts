import { numberOf, readExposition, type Sample } from './exposition.ts';

/** What an operator wants to know of a process, read from its metrics. Null is what they do not have. */
export interface Figures {
  /** Of the portal's code, like `1.0.0`. */
  version: string | null;
  /** Of Node.js, like `v24.0.0`. */
  node: string | null;
  startedAt: Date | null;
  /** How late the event loop was in the worst hundredth of its turns, in seconds. */
  eventLoopSeconds: number | null;
  /**
   * Answers since it started; `failed` are those with 5xx. `p95Seconds` is the upper bound of the histogram's bucket by which
   * 95 of 100 had been given, infinite when that is none.
   */
  calls: { count: number; failed: number; p95Seconds: number | null };
  /** Events that wait to be sent. */
  outbox: { backlog: number; oldestSeconds: number } | null;
  /** Events that wait to be handled. */
  lag: { topic: string; events: number }[];
  /** Events that could not be handled. */
  deadLetters: number | null;
  /** Requests that wait for a database connection. */
  poolWaiting: number | null;
  /** Of notify, where messages go to telephones: how many segments were sent, and when the last receipt came. */
  sms: {
    byState: { state: string; count: number }[];
    segments: number;
    failedReceipts: number;
    lastReceipt: Date | null;
  } | null;
  /** Of notify, by state; `newest` is when a mail last came to it. */
  mails: { state: string; count: number; newest: Date | null }[];
}

/** Asks a process for its metrics. Null when it does not answer in `ms` milliseconds. @param url of the port that has them */
export async function askFigures(url: string, ms: number): Promise<Figures | null> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(ms) }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  return answer?.ok && text ? readFigures(text) : null;
}

/** @param text what `/metrics` answers */
export function readFigures(text: string): Figures {
  const samples = readExposition(text);
  const all = (name: string) => samples.filter((sample) => sample.name === name);
  const one = (name: string) => all(name)[0]?.value ?? null;
  const started = one('process_start_time_seconds');
  const backlog = one('tma_outbox_backlog');
  const newest = new Map(
    all('tma_mails_newest_timestamp_seconds').map(({ labels, value }) => [labels.state, dateOf(value)]),
  );
  return {
    version: all('tma_build_info')[0]?.labels.version ?? null,
    node: all('nodejs_version_info')[0]?.labels.version ?? null,
    startedAt: started === null ? null : dateOf(started),
    eventLoopSeconds: one('nodejs_eventloop_lag_p99_seconds'),
    calls: readCalls(all('tma_operation_seconds_count'), all('tma_operation_seconds_bucket')),
    outbox: backlog === null ? null : { backlog, oldestSeconds: one('tma_outbox_oldest_seconds') ?? 0 },
    lag: all('tma_consumer_lag').map(({ labels, value }) => ({ topic: labels.topic ?? '', events: value })),
    deadLetters: one('tma_dead_letters'),
    poolWaiting: all('tma_db_connections').find(({ labels }) => labels.state === 'waiting')?.value ?? null,
    sms: readSms(all),
    mails: all('tma_mails').map(({ labels: { state = '' }, value }) => ({
      state,
      count: value,
      newest: newest.get(state) ?? null,
    })),
  };
}

const dateOf = (seconds: number) => new Date(seconds * 1000);
const sum = (samples: readonly Sample[]) => samples.reduce((total, { value }) => total + value, 0);

function readCalls(counts: readonly Sample[], buckets: readonly Sample[]): Figures['calls'] {
  const count = sum(counts);
  const failed = sum(counts.filter(({ labels }) => labels.status?.startsWith('5')));
  const within = Map.groupBy(buckets, ({ labels }) => numberOf(labels.le ?? ''));
  const bounds = [...within.keys()].sort((a, b) => a - b);
  const bound = bounds.find((le) => sum(within.get(le) ?? []) >= count * 0.95);
  return { count, failed, p95Seconds: count > 0 ? (bound ?? null) : null };
}

function readSms(all: (name: string) => Sample[]): Figures['sms'] {
  const [segments] = all('tma_sms_segments');
  if (!segments) return null;
  const [last] = all('tma_sms_last_receipt_timestamp_seconds');
  return {
    byState: all('tma_sms').map(({ labels: { state = '' }, value }) => ({ state, count: value })),
    segments: segments.value,
    failedReceipts: all('tma_sms_receipts').find(({ labels }) => labels.state === 'failed')?.value ?? 0,
    lastReceipt: last ? dateOf(last.value) : null,
  };
}
