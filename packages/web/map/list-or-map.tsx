import { lazily } from '@tma/web/ui/lazily';
import type { ReactNode } from 'react';
import type { MapReport } from './here.tsx';
import type { ReportMapProps } from './report-map.tsx';

/** What is read is what is opened: `lazily` does not keep the type parameter that says so. */
type OfAnyReport = <R extends MapReport>(props: ReportMapProps<R>) => ReactNode;

const ReportMap = lazily<ReportMapProps<MapReport>>(() => import('./report-map.tsx')) as OfAnyReport;

/** A list of reports, beside a map of them where that is chosen. */
export const ListOrMap = <R extends MapReport>({ isMap, ...props }: ReportMapProps<R> & { isMap: boolean }) =>
  isMap ? <ReportMap {...props} /> : props.children;
