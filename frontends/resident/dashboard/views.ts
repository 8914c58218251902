import { counted } from '@tma/contracts/reports/statuses';
import type { ReportFilter } from '@tma/web/api/tables';

/** The tabs of the dashboard, by their value in the address (`?tab=`). */
const tabs = ['complaint', 'mycomplaints', 'AllRequests', 'Dropped'] as const;
export type Tab = (typeof tabs)[number];
export type ListTab = Exclude<Tab, 'complaint'>;

/** The tab of that value; the first one for any other. */
export const readTab = (value: string | null): Tab => tabs.find((tab) => tab === value) ?? 'complaint';

export const filterOf = (tab: ListTab, userId: string): ReportFilter =>
  ({ mycomplaints: { user_id: userId }, Dropped: { status: counted.dropped }, AllRequests: {} })[tab];

/** Which tabs show when a report is scheduled, on the card and in its details. */
export const showsSchedule = {
  mycomplaints: { card: true, details: true },
  AllRequests: { card: false, details: true },
  Dropped: { card: false, details: false },
} as const satisfies Record<ListTab, { card: boolean; details: boolean }>;
