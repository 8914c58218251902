import { fullNameOrUser, isProblem, operations } from '@tma/contracts';
import {
  accountErased,
  failpoint,
  type Handler,
  HttpError,
  notFound,
  type Pool,
  type Resident,
  sendJson,
  transaction,
} from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockReport } from '../report/locks.store.ts';
import { lockPerson, tehsilsOf } from '../report/people/people.store.ts';
import { may, requireMay } from '../report/policy.ts';
import { findReport } from '../report/reports.store.ts';
import { addSupport, removeSupport } from '../report/supporters/supporters.ts';
import { readSupportable, readSupported, type Seen, type Supportable } from './supported.store.ts';

type Parts = Pick<Reports, 'pool' | 'limits'>;

/** Has the caller support a report of their tehsil; one that they support already counts for nothing. */
export const supportReport =
  ({ pool, limits }: Parts): Handler<'supportReport'> =>
  async ({ params, caller }) => {
    const id = await findReport(pool, params.id);
    if (id === null) throw notFound();
    const seen = await readSupportable(pool, id, caller.id);
    const takeBack = seen?.supported ? null : await limits.supports.reserve(caller.id);
    const by = { ...caller, tehsils: await tehsilsOf(pool, caller) };
    const { supports, isNew } = await support(pool, seen, by).catch(async (error: unknown) => {
      await takeBack?.();
      throw error;
    });
    if (!isNew) await takeBack?.();
    failpoint('change-committed');
    return { supports, supported: true as const };
  };

/** Ends it, if there is one. Throws 404 for what is not theirs to know of. */
export const endSupport =
  ({ pool }: Pick<Parts, 'pool'>): Handler<'endSupport'> =>
  async ({ params, caller }, _request, reply) => {
    const id = await findReport(pool, params.id);
    if (id === null) throw notFound();
    const by = { ...caller, tehsils: await tehsilsOf(pool, caller) };
    const seen = await readSupportable(pool, id, by.id);
    if (seen?.supported) {
      await transaction(pool, async (tx) => {
        await lockReport(tx, id);
        await removeSupport(tx, id, by.id);
      });
    } else if (!seen || !may(by, 'read', seen)) requireMay(by, 'support', seen);
    failpoint('change-committed');
    return reply.code(204).send();
  };

/** A page of the reports that the caller supports; `Link` names the next one when more follow. */
export const listSupported =
  ({ pool, config }: Pick<Reports, 'pool' | 'config'>): Handler<'listSupported'> =>
  async ({ query: { limit, before }, caller }, request, reply) => {
    const { json, next } = await readSupported(pool, caller.id, limit, before);
    if (next !== null) {
      const more = new URLSearchParams({ limit: String(limit), before: next });
      reply.header('link', `<${config.PUBLIC_URL}${operations.listSupported.path}?${more}>; rel="next"`);
    }
    return sendJson(request, reply, json);
  };

type Supporter = Resident & { tehsils: readonly string[] };

/** Throws 404 for a report that they may not know of, 409 for their own and for one that has ended, 422 for certificates and licences. */
function requireSupportable<R extends Supportable>(by: Supporter, report: R | null): asserts report is R {
  if (report && may(by, 'answer', report)) throw new HttpError(409, 'own_report', 'This is your own report.');
  requireMay(by, 'support', report);
  if (!isProblem(report.issue)) {
    throw new HttpError(422, 'not_supported', 'Certificates and licences are nobody else’s problem.');
  }
  if (report.phase !== 'open') throw new HttpError(409, 'not_open', 'This report is not open any more.');
}

/**
 * Adds somebody to those who support a report, once however often they ask: the row, the count and the event in one transaction.
 * The person is locked. If their account is erased at the same time, the erasure comes first, and they are refused, or afterwards,
 * and removes their support.
 * @param seen what changes nothing is answered by this, and locks nothing
 * @returns how many support it, and whether this one is new
 */
async function support(pool: Pool, seen: Seen | null, by: Supporter): Promise<{ supports: number; isNew: boolean }> {
  if (seen?.erased) throw accountErased();
  requireSupportable(by, seen);
  if (seen.supported) return { supports: seen.supports, isNew: false };
  return transaction(pool, async (tx) => {
    const { erased } = await lockPerson(tx, by);
    if (erased) throw accountErased();
    const report = await lockReport(tx, seen.id);
    requireSupportable(by, report);
    const { first_name, last_name } = by.profile;
    const name = fullNameOrUser(first_name, last_name);
    const supports = await addSupport(tx, { reportId: report.id, userId: by.id, name, email: by.email });
    return { supports: supports ?? report.supports, isNew: supports !== null };
  });
}
