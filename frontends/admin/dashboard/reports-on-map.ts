import ReportMap from '@tma/web/map/report-map';
import type { AdminReport } from './segments.ts';

/** The map of the office's rows. */
export default ReportMap<AdminReport>;
