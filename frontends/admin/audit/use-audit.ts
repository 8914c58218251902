import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditKind, auditKinds } from '@tma/contracts/audit-kinds';
import { call } from '@tma/web/api/call';
import { useSearchParams } from '@tma/web/router';
import { isId } from '../dashboard/chosen.ts';

/** So many entries come at once. */
const pageSize = 50;

/** What is chosen of the log: empty for all. */
export interface Wanted {
  kind: AuditKind | '';
  /** An administrator's id. */
  by: string;
}

/** The same as parameters of an address. */
export const queryOf = ({ kind, by }: Wanted) => ({ ...(kind && { kind }), ...(by && { by }) });

/** What is chosen, which is in the address. */
export function useWanted(): [wanted: Wanted, choose: (part: Partial<Wanted>) => void] {
  const [query, setQuery] = useSearchParams();
  const by = query.get('by') ?? '';
  const wanted = { kind: auditKinds.find((kind) => kind === query.get('kind')) ?? '', by: isId(by) ? by : '' } as const;
  return [wanted, (part) => setQuery(queryOf({ ...wanted, ...part }), { replace: true })];
}

/** Entries of the tehsil's log, newest first. */
export const useAudit = (token: string, wanted: Wanted) =>
  useInfiniteQuery({
    queryKey: ['audit', token, wanted.kind, wanted.by],
    queryFn: ({ pageParam: before, signal }) =>
      call('GET /api/audit', { query: { ...queryOf(wanted), limit: pageSize, before }, token, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (entries) => (entries.length < pageSize ? undefined : entries.at(-1)?.seq),
  });
