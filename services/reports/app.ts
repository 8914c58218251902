import { addRoutes, createApp } from '@tma/kit';
import type { Reports } from './context.ts';
import { countAdminReports } from './routes/count-admin-reports.ts';
import { createReport } from './routes/create-report.ts';
import { listAdminReports } from './routes/list-admin-reports.ts';
import { readRequests } from './routes/read-requests.ts';
import { reportHistory } from './routes/report-history.ts';
import { requestContact } from './routes/request-contact.ts';
import { stats } from './routes/stats.ts';
import { updateReport } from './routes/update-report.ts';

export async function buildApp(parts: Reports) {
  const app = createApp(parts.log);
  app.addHook('onClose', () => parts.files.close());
  // The form is read part by part by its route.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  addRoutes<'reports'>(app, parts.tokens, {
    createReport: createReport(parts),
    readRequests: readRequests(parts),
    listAdminReports: listAdminReports(parts),
    countAdminReports: countAdminReports(parts),
    updateReport: updateReport(parts),
    reportHistory: reportHistory(parts),
    requestContact: requestContact(parts),
    stats: stats(parts),
  });
  return app;
}
