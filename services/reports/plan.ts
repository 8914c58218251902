import { repeat, type ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import { unassignAll } from './change/unassign-reports.ts';
import { sweepClosures } from './closures/sweep.ts';
import type { ReportsConfig } from './config.ts';
import { buildOwn, type ReportsOwn } from './context.ts';
import { deleteOldDigests } from './deadlines/digests.store.ts';
import { moveLeftDues } from './deadlines/move-dues.ts';
import { sweepDigests } from './deadlines/sweep-digests.ts';
import { deleteContactReads } from './desk/contacts.store.ts';
import { checks, handlers } from './events.ts';
import { keepFiguresIn } from './figures/figures.store.ts';
import { deleteEmptyCounts } from './report/counts.store.ts';
import { requireUnicode } from './report/encoding.store.ts';
import { deleteOldPlaces } from './report/places/places.store.ts';
import { fillPlaces } from './report/places/write-places.ts';
import { fillWords } from './report/search/write-words.ts';
import { deleteExpiredKeys } from './submit/idempotency-keys.store.ts';

const hourMs = 3_600_000;
/**
 * How often work is done that no request waits for: ending closures that nobody answered in time, taking reports from
 * administrators who are gone, moving due days that a killed instance left, making words of reports that have none.
 */
const sweepMs = 5000;
/** How often the signed log is written. A public fact is in it within 10 s, mostly after this and one transaction. */
const logMs = 2000;
/** How often it is checked whether digests of overdue reports are to be sent. */
const digestMs = 20_000;

export const plan: ServicePlan<ReportsConfig, ReportsOwn> = {
  name: 'reports',
  schema: new URL('./schema/', import.meta.url),
  async build(base) {
    await requireUnicode(base.pool);
    const { TIME_ZONE } = base.config;
    const zone = await keepFiguresIn(base.pool, TIME_ZONE);
    if (zone !== TIME_ZONE)
      base.log.error({ zone }, `TIME_ZONE is ${TIME_ZONE}, but the days of figures begin and end as they did at first`);
    return buildOwn(base);
  },
  app: buildApp,
  handlers,
  checks,
  background(parts) {
    const { pool, log, today, signedLog } = parts;
    const forget = () =>
      Promise.all([
        ...[deleteExpiredKeys, deleteOldDigests, deleteEmptyCounts, deleteOldPlaces].map((remove) => remove(pool)),
        deleteContactReads(pool, today()),
      ]);
    /** @param failure the log's message when the work fails */
    const every = (ms: number, work: (signal: AbortSignal) => Promise<unknown>, failure: string) =>
      repeat(ms, work, log, failure);
    return [
      every(hourMs, forget, 'what is too old could not be deleted'),
      every(sweepMs, (signal) => sweepClosures(pool, log, signal), 'closures could not be swept'),
      every(
        sweepMs,
        (signal) => unassignAll(pool, signal),
        'reports could not be taken from administrators who are gone',
      ),
      every(sweepMs, (signal) => moveLeftDues(parts, signal), 'due days could not be moved'),
      every(sweepMs, (signal) => fillWords(pool, signal), 'words of reports could not be made'),
      // Not at once: the files service, which stores the log, may just be starting.
      repeat(logMs, signedLog.round, log, 'the signed log could not be written', logMs),
      every(hourMs, (signal) => fillPlaces(pool, signal), 'words of places could not be made'),
      every(digestMs, (signal) => sweepDigests(parts, signal), 'digests of what is overdue could not be sent'),
    ];
  },
};
