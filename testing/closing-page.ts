/** Closing of reports in the administrator's edit dialog, for journeys. */
import type { Browser, Request } from 'playwright-core';
import { drawPicture } from '../services/files/testing/photos.ts';
import { openEdit, openOffice, startOffice } from './admins.ts';
import { call } from './calls.ts';
import { answerClosure } from './closures.ts';
import type { Portal } from './people.ts';
import { changeReport, type Report } from './reports.ts';

interface Row {
  id: string;
  status: string;
  closure: string | null;
  proof: string | null;
}

/** An office of its own, and what its administrators close reports with. */
export async function startClosing(browser: Browser, portal: Portal, jpeg: Uint8Array) {
  const place = await startOffice(portal, jpeg);
  const { office, token, report } = place;
  let pictures = 0;
  const close = (made: Report) => changeReport(portal, office, made.id, { status: 'Closed' });

  return {
    ...place,
    close,
    /** A picture that no other report of the office has. */
    nextPicture() {
      pictures += 1;
      return drawPicture(pictures);
    },
    rowOf: async ({ id }: Report) =>
      (await call<Row[]>(portal, '/adminrequests', { token: office })).find((row) => row.id === id),
    /** A report that its reporter says is not fixed. */
    async disputed(road: string) {
      const made = await report(road);
      await close(made);
      await answerClosure(portal, token, made, 'It drips again.');
      return made;
    },
    /** Opens the edit dialog of a report and chooses Closed; `sent` are the calls that change something, as they are sent. */
    async beginClosing(road: string, width = 1280) {
      const opened = await openOffice(browser, portal, office, width);
      const sent: string[] = [];
      opened.page.on('request', (request: Request) => {
        if (request.method() === 'POST' || request.method() === 'PUT')
          sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/, '{id}')}`);
      });
      await opened.page.goto(`${portal.portal}/adminDashboard`);
      const dialog = await openEdit(opened.page, road);
      await dialog.getByLabel('Status').selectOption('Closed');
      const field = dialog.getByLabel('Picture of the finished work');
      await field.waitFor();
      const save = dialog.getByRole('button', { name: 'Save Changes' });
      return { ...opened, dialog, field, save, sent };
    },
  };
}
export type Closing = Awaited<ReturnType<typeof startClosing>>;
