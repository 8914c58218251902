import { useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api';
import { ApiError } from '@tma/web/api-error';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { type AdminReport, showSaved } from './use-reports.ts';

/** The report as it is now, found in the tehsil's list around its place; undefined when it is gone. */
async function readAgain(token: string, report: AdminReport): Promise<AdminReport | undefined> {
  const rows = await call('GET /adminrequests', { query: { filter: 'all', limit: 200 }, token });
  return rows.find((row) => row.id === report.id);
}

/**
 * Saves status and schedule. The version the dialog was opened with goes along, so that another administrator's change is
 * not overwritten unseen: then it says what the report is now, and saving again replaces it.
 */
export function useSave(token: string, report: AdminReport, onSaved: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [version, setVersion] = useState<string | undefined>(report.etag);
  const [notice, setNotice] = useState<string | null>(null);

  const save = async ({ status, schedule }: { status: string; schedule: string }) => {
    setNotice(null);
    try {
      const saved = await call('PUT /reports/{id}', {
        params: { id: report.id },
        body: { status, schedule: schedule || null },
        headers: version ? { 'if-match': version } : {},
        token,
      });
      showSaved(client, saved);
      onSaved();
    } catch (error) {
      console.warn('The report could not be saved:', error instanceof ApiError ? error.message : error);
      if (!(error instanceof ApiError) || error.status !== 412) return setNotice(t('edit.failed'));
      const now = await readAgain(token, report).catch(() => undefined);
      setVersion(now?.etag);
      setNotice(t('edit.changed', { status: now?.status ?? '?' }));
    }
  };

  return { save, notice };
}
