import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { oneReport } from './one-report.ts';
import { requestOf } from './shapes.ts';

/** One report. */
export const open311Request =
  (open311: Open311): Handler<'open311Request'> =>
  async ({ params: { id, format }, query }, request, reply) => {
    const report = await oneReport(open311, request, id, query);
    return answer(reply, format, 'service_requests', [requestOf(report, open311.config.PUBLIC_URL)]);
  };
