import type { Report } from '@tma/web/api/tables';
import ReportMap from '@tma/web/map/report-map';

/** The map of residents' rows. */
export default ReportMap<Report>;
