import { repeat, type ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import { sweepClosures } from './closures/sweep.ts';
import type { ReportsConfig } from './config.ts';
import { buildOwn, type ReportsOwn } from './context.ts';
import { fillMissingDues } from './deadlines/fill-dues.ts';
import { moveLeftDues } from './deadlines/move-dues.ts';
import { sweepDigests } from './digests/sweep.ts';
import { handlers } from './events.ts';
import { freedAtOnce, freeReports } from './stores/assignments.store.ts';
import { deleteOldDigests } from './stores/digests.store.ts';
import { keepFiguresIn } from './stores/figures.store.ts';
import { deleteExpiredKeys } from './stores/idempotency-keys.store.ts';

/** How long a closure may be past its time, and a report be with an administrator who is gone, before that is noted. */
const sweepMs = 5000;
/** How long due days may be left unmoved by an instance that was killed, and missing in rows of instances of the version before. */
const duesMs = 5000;

/** How late administrators may be told of what is overdue. */
const digestMs = 20_000;

/** What the service is made of. */
export const plan: ServicePlan<ReportsConfig, ReportsOwn> = {
  name: 'reports',
  migrations: new URL('./migrations', import.meta.url),
  async build(base) {
    const { TIME_ZONE } = base.config;
    const zone = await keepFiguresIn(base.pool, TIME_ZONE);
    if (zone !== TIME_ZONE)
      base.log.error({ zone }, `TIME_ZONE is ${TIME_ZONE}, but the days of figures begin and end as they did at first`);
    return buildOwn(base);
  },
  app: buildApp,
  handlers,
  background({ pool, log, config }) {
    const stopForgetting = repeat(
      3_600_000,
      () => deleteExpiredKeys(pool),
      log,
      'old idempotency keys could not be forgotten',
    );
    const sweep = (signal: AbortSignal) => sweepClosures(pool, log, signal);
    const stopSweeping = repeat(sweepMs, sweep, log, 'closures could not be swept');
    const free = async (signal: AbortSignal) => {
      // Steps of their own: what else changes these reports waits for one of them at most.
      while (!signal.aborted && (await freeReports(pool)) === freedAtOnce);
    };
    const stopFreeing = repeat(sweepMs, free, log, 'reports could not be taken from administrators who are gone');
    const dues = { pool, config };
    const move = (signal: AbortSignal) => moveLeftDues(dues, signal);
    const stopMoving = repeat(duesMs, move, log, 'due days could not be moved');
    const fill = (signal: AbortSignal) => fillMissingDues(dues, signal);
    const stopFilling = repeat(duesMs, fill, log, 'missing due days could not be filled');
    const digest = (signal: AbortSignal) => sweepDigests({ pool, log, config }, signal);
    const stopDigesting = repeat(digestMs, digest, log, 'what is overdue could not be told');
    const stopClearing = repeat(
      3_600_000,
      () => deleteOldDigests(pool),
      log,
      'what was told a month ago could not be forgotten',
    );
    return async () => {
      await Promise.all([
        stopDigesting(),
        stopClearing(),
        stopForgetting(),
        stopSweeping(),
        stopFreeing(),
        stopMoving(),
        stopFilling(),
      ]);
    };
  },
};
