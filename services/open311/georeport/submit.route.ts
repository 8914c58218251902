import { Readable } from 'node:stream';
import { type Handler, HttpError, networkOf } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { submitReport } from './submit-report.ts';

/**
 * Takes a report from another system, by its key: 201 and its reference, or 200 and that of the earlier report with
 * this Idempotency-Key. A request that brings no report counts among the calls of its network.
 */
export const open311Report =
  (open311: Open311): Handler<'open311Report'> =>
  async ({ params: { format }, query }, request, reply) => {
    const { calls } = open311.limits;
    const network = networkOf(request.ip);
    try {
      await calls.check(network);
      const { reference, isNew } = await submitReport(open311, request, query);
      reply.code(isNew ? 201 : 200);
      const receipt = { service_request_id: reference, service_notice: null, account_id: null };
      return answer(reply, format, 'service_requests', [receipt]);
    } catch (error) {
      // A dependency that is away is not the caller's fault; a form that breaks off is.
      const isCut = request.raw.destroyed && !request.raw.complete;
      if (isCut || (error instanceof HttpError && error.status < 500)) await calls.take(network);
      // A caller who is still sending is answered once everything was sent.
      if (request.body instanceof Readable) request.body.resume();
      throw error;
    }
  };
