import { counted } from '@tma/contracts/reports/statuses';
import type { ReportFilter } from '@tma/web/api/tables';
import type { IconName } from '@tma/web/ui/icon';
import type { TextKey } from '../arrival-message.ts';

/** The tabs of the dashboard in the order of its menu; `id` is their value in the address (`?tab=`). */
export const tabs = [
  { id: 'complaint', label: 'common.newReport', icon: 'plus' },
  { id: 'mycomplaints', label: 'reports.mycomplaints.title', icon: 'list' },
  { id: 'Dropped', label: 'reports.Dropped.title', icon: 'dropped' },
  { id: 'AllRequests', label: 'dashboard.overall', icon: 'people' },
] as const satisfies readonly { id: string; label: TextKey; icon: IconName }[];
export type Tab = (typeof tabs)[number]['id'];
export type ListTab = Exclude<Tab, 'complaint'>;

/** The tab of that value; the first one for any other. */
export const readTab = (value: string | null): Tab => tabs.find(({ id }) => id === value)?.id ?? 'complaint';

export const filterOf = (tab: ListTab, userId: string): ReportFilter =>
  ({ mycomplaints: { user_id: userId }, Dropped: { status: counted.dropped }, AllRequests: {} })[tab];

/** Which tabs show when a report is scheduled, on the card and in its details. */
export const showsSchedule = {
  mycomplaints: { card: true, details: true },
  AllRequests: { card: false, details: true },
  Dropped: { card: false, details: false },
} as const satisfies Record<ListTab, { card: boolean; details: boolean }>;
