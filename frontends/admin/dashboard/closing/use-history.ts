import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { AdminReport } from '../segments.ts';
import type { Entry } from './proof-state.ts';

export const readHistory = (token: string, id: string, signal?: AbortSignal): Promise<Entry[]> =>
  call('GET /reports/{id}/history', { params: { id }, query: { notes: 'public' }, token, signal });

/** A report's history, read once `enabled`, under the key that its list in the details has. */
export const useHistory = (token: string, report: Pick<AdminReport, 'id' | 'updated_at'>, enabled: boolean) =>
  useQuery({
    queryKey: ['history', report.id, report.updated_at],
    queryFn: ({ signal }) => readHistory(token, report.id, signal),
    enabled,
  });
