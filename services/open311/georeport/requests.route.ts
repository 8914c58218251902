import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { tehsilOf } from './jurisdiction.ts';
import { readQuery } from './query.ts';
import { requestOf } from './shapes.ts';

/** Reports of a tehsil, newest first. */
export const open311Requests =
  (open311: Open311): Handler<'open311Requests'> =>
  async ({ params, query }, request, reply) => {
    const tehsil = await tehsilOf(open311, request, query);
    const wanted = readQuery(query);
    const found = wanted ? await open311.reports.list({ tehsil, ...wanted }) : [];
    const { PUBLIC_URL } = open311.config;
    return answer(
      reply,
      params.format,
      'service_requests',
      found.map((report) => requestOf(report, PUBLIC_URL)),
    );
  };
