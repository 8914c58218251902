import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { oneReport } from './one-report.ts';

/** The report of a token: every report has its reference at once, and that is its token. */
export const open311Token =
  (open311: Open311): Handler<'open311Token'> =>
  async ({ params: { id, format }, query }, request, reply) => {
    const { reference } = await oneReport(open311, request, id, query);
    return answer(reply, format, 'service_requests', [{ service_request_id: reference, token: reference }]);
  };
