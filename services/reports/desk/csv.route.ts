import { Readable } from 'node:stream';
import { type Handler, noteAct, transaction } from '@tma/kit';
import { create as disposition } from 'content-disposition';
import type { Reports } from '../report/context.ts';
import { searchOf } from '../report/search/words.ts';
import { rowsOf } from './admin-reports.store.ts';
import { openDownload } from './download.ts';
import { readConditions } from './list-conditions.ts';

type Parts = Pick<Reports, 'pool' | 'administrators' | 'today' | 'downloads' | 'limits'>;

/** Characters that some system does not allow in file names. */
const notInNames = /[/\\:*?"<>|]/g;

/** The header of a file to be saved; its name is always quoted. */
const attachment = (name: string) =>
  disposition(name.replaceAll(notInNames, '-')).replace(/filename=([^";]+)/, 'filename="$1"');

/** The tehsil's reports as a file for spreadsheets, as many as there are. */
export const downloadAdminReports =
  (reports: Parts): Handler<'downloadAdminReports'> =>
  async ({ query, caller }, request, reply) => {
    const { id, tehsil } = caller;
    const today = reports.today();
    const conditions = await readConditions(reports, query, caller, today);
    const rows = rowsOf({ tehsil, conditions }, searchOf(query.q, tehsil));
    const name = `reports-${tehsil}-${today}.csv`;
    const open = async () => {
      await reports.limits.downloads.count(id);
      const file = await openDownload(reports.downloads, { adminId: id, rows, today });
      const act = { kind: 'list-downloaded', about: name } as const;
      await transaction(reports.pool, (tx) => noteAct(tx, 'reports', caller, act)).catch((error: unknown) => {
        file.destroy();
        throw error;
      });
      return file;
    };
    const file = request.method === 'HEAD' ? Readable.from([]) : await open();
    reply.headers({
      'content-disposition': attachment(name),
      'cache-control': 'private, no-store',
      vary: 'authorization',
    });
    return reply.type('text/csv; charset=utf-8').send(file);
  };
