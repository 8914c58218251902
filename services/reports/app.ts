import { addRoutes, createApp } from '@tma/kit';
import type { Reports } from './context.ts';
import { countAdminReports } from './routes/adminrequests/counts.get.ts';
import { downloadAdminReports } from './routes/adminrequests.csv.get.ts';
import { listAdminReports } from './routes/adminrequests.get.ts';
import { readDeadlines } from './routes/api/deadlines.get.ts';
import { setDeadline } from './routes/api/deadlines.put.ts';
import { figures } from './routes/api/figures.get.ts';
import { readHolidays } from './routes/api/holidays.get.ts';
import { setHoliday } from './routes/api/holidays.put.ts';
import { proofTimes } from './routes/api/proofs/[name].get.ts';
import { stats } from './routes/api/stats.get.ts';
import { answerLinkedClosure } from './routes/closures/answer.post.ts';
import { viewLinkedClosure } from './routes/closures/view.post.ts';
import { createReport } from './routes/newrequest.post.ts';
import { assignReport } from './routes/reports/[id]/assignee.put.ts';
import { readClosure } from './routes/reports/[id]/closure.get.ts';
import { answerClosure } from './routes/reports/[id]/closure.post.ts';
import { reportHistory } from './routes/reports/[id]/history.get.ts';
import { addNote } from './routes/reports/[id]/notes.post.ts';
import { addProof } from './routes/reports/[id]/proof.post.ts';
import { updateReport } from './routes/reports/[id].put.ts';
import { requestContact } from './routes/request-contact/[userId].get.ts';
import { readRequests } from './routes/rest/v1/requests.get.ts';

export async function buildApp(reports: Reports) {
  // Only the gateway reaches this port; the address that it forwards is the caller's.
  const app = createApp(reports.log, { trustProxy: true });
  app.addHook('onClose', async () => {
    const { files, administrators, tehsils, downloads } = reports;
    await Promise.all([files.close(), administrators.close(), tehsils.close(), downloads.end()]);
  });
  // The route reads the form itself, part by part.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  addRoutes<'reports'>(app, reports.tokens, {
    createReport: createReport(reports),
    readRequests: readRequests(reports),
    listAdminReports: listAdminReports(reports),
    downloadAdminReports: downloadAdminReports(reports),
    countAdminReports: countAdminReports(reports),
    updateReport: updateReport(reports),
    reportHistory: reportHistory(reports),
    addProof: addProof(reports),
    proofTimes: proofTimes(reports),
    readClosure: readClosure(reports),
    answerClosure: answerClosure(reports),
    viewLinkedClosure: viewLinkedClosure(reports),
    answerLinkedClosure: answerLinkedClosure(reports),
    assignReport: assignReport(reports),
    addNote: addNote(reports),
    requestContact: requestContact(reports),
    stats: stats(reports),
    figures: figures(reports),
    readDeadlines: readDeadlines(reports),
    setDeadline: setDeadline(reports),
    readHolidays: readHolidays(reports),
    setHoliday: setHoliday(reports),
  });
  return app;
}
