import { addRoutes, createApp } from '@tma/kit';
import { assignReport } from './change/assignee.route.ts';
import { updateReport } from './change/change.route.ts';
import { hideReport, removePicture } from './change/hiding.route.ts';
import { moveReport } from './change/moving.route.ts';
import { addNote } from './change/notes.route.ts';
import { answerLinkedClosure, viewLinkedClosure } from './closures/by-link.route.ts';
import { answerClosure, readClosure } from './closures/closure.route.ts';
import { addProof, proofTimes } from './closures/proof.route.ts';
import { readDeadlines, readHolidays, setDeadline, setHoliday } from './deadlines/rules.route.ts';
import { reportContact, requestContact } from './desk/contacts.route.ts';
import { countAdminReports } from './desk/counts.route.ts';
import { downloadAdminReports } from './desk/csv.route.ts';
import { listAdminReports } from './desk/list.route.ts';
import { readRequests } from './desk/requests.route.ts';
import { markDuplicate } from './duplicates/duplicate.route.ts';
import { figures, stats } from './figures/figures.route.ts';
import { listNearby } from './nearby/nearby.route.ts';
import { publicReports, publicUpdates } from './public/public-reports.route.ts';
import { sharedReports } from './record/feed.route.ts';
import { readRecord, shareReport } from './record/record.route.ts';
import type { Reports } from './report/context.ts';
import { readReport, reportHistory } from './report/read.route.ts';
import { reportAtCounter } from './submit/counter.route.ts';
import { createReport } from './submit/new-request.route.ts';
import { takeRequest } from './submit/open311.route.ts';
import { endSupport, listSupported, supportReport } from './support/support.route.ts';

export async function buildApp(reports: Reports) {
  // Only the gateway reaches this port; the address that it forwards is the caller's.
  const app = createApp(reports.log, { trustProxy: true });
  app.addHook('onClose', async () => {
    const { files, administrators, tehsils, downloads, signedLog } = reports;
    await Promise.all([files.close(), administrators.close(), tehsils.close(), signedLog.close(), downloads.end()]);
  });
  // The route reads the form itself, part by part.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  addRoutes<'reports'>(app, reports.tokens, {
    createReport: createReport(reports),
    reportAtCounter: reportAtCounter(reports),
    takeRequest: takeRequest(reports),
    publicReports: publicReports(reports),
    publicUpdates: publicUpdates(reports),
    readRequests: readRequests(reports),
    readReport: readReport(reports),
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
    removePicture: removePicture(reports),
    assignReport: assignReport(reports),
    addNote: addNote(reports),
    hideReport: hideReport(reports),
    moveReport: moveReport(reports),
    listNearby: listNearby(reports),
    supportReport: supportReport(reports),
    endSupport: endSupport(reports),
    listSupported: listSupported(reports),
    markDuplicate: markDuplicate(reports),
    requestContact: requestContact(reports),
    reportContact: reportContact(reports),
    stats: stats(reports),
    figures: figures(reports),
    readRecord: readRecord(reports),
    shareReport: shareReport(reports),
    sharedReports: sharedReports(reports),
    readDeadlines: readDeadlines(reports),
    setDeadline: setDeadline(reports),
    readHolidays: readHolidays(reports),
    setHoliday: setHoliday(reports),
  });
  return app;
}
