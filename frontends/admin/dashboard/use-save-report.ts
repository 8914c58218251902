import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@tma/web/api/api-error';
import { codeOf } from '@tma/web/errors/error-texts';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import type { Words } from '@tma/web/language/words';
import { useState } from 'react';
import { t } from '../texts.ts';
import type { useClosing } from './closing/closing.tsx';
import type { ChosenPicture } from './closing/use-proof.ts';
import { refusalText } from './refusal.ts';
import { areEqual, closes, type EditValues, editValuesOf, rowAfter, saveReport } from './save-report.ts';
import { type AdminReport, readReport } from './segments.ts';
import { cancelReads, refetchLists, replaceReport } from './use-report-list.ts';

/** Why nothing was saved: another administrator was first (the report now, the values chosen here), or it failed. */
export type SaveProblem = { theirs: AdminReport; yours: EditValues } | { text: Words };

/** What was chosen in the dialog and could not be saved. */
export interface Unsaved extends EditValues {
  picture: ChosenPicture;
}

export interface SaveOptions {
  token: string;
  report: AdminReport;
  onSaved: () => void;
  /** The picture that was sent looks like one of the report with this reference. */
  onAlike: (reference: string) => void;
  /** Saving failed after the dialog was closed. */
  onLost: (report: AdminReport, unsaved: Unsaved) => void;
}

/**
 * Saves status and schedule: shown at once in the list, and reverted when the server refuses. The known version is sent
 * along (`If-Match`), so that another administrator's change, or the reporter's answer, is not overwritten unseen. The
 * picture of the finished work goes before a closing.
 */
export function useSaveReport({ token, report, onSaved, onAlike, onLost }: SaveOptions) {
  const client = useQueryClient();
  /** The last version that the server is known to have. */
  const [known, setKnown] = useState(report);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const isMounted = useIsMounted();

  const save = async (values: EditValues, closing: ReturnType<typeof useClosing>) => {
    const fail = (current: AdminReport, found: SaveProblem | null) => {
      setKnown(current);
      setProblem(found);
      if (!isMounted.current) onLost(current, { ...values, picture: closing.proof.chosen() });
    };
    setProblem(null);
    const picture = closes(known, values.status) ? await closing.sendPicture() : { image: null, alike: null };
    if (picture === 'refused') return fail(known, null);
    if (picture === 'changed') {
      const theirs = await readReport(token, known.id).catch(() => null);
      return fail(theirs ?? known, theirs ? { theirs, yours: values } : { text: () => t('edit.failed') });
    }
    if ('text' in picture) return fail(known, picture);

    await cancelReads(client);
    replaceReport(client, rowAfter(known, values, picture.image));
    const { current, error } = await saveReport(token, known, values);
    replaceReport(client, current);
    if (!error || areEqual(editValuesOf(current), values)) {
      refetchLists(client, known.id);
      if (picture.alike) onAlike(picture.alike);
      if (isMounted.current) onSaved();
    } else {
      if (codeOf(error) === 'proof_required') closing.require();
      fail(current, problemOf(error, current, values));
    }
  };

  return { save, known, problem, clearProblem: () => setProblem(null) };
}

/** What is said of a refusal; nothing where a proof is asked for, which the form says itself. */
function problemOf(error: ApiError, theirs: AdminReport, yours: EditValues): SaveProblem | null {
  if (codeOf(error) === 'proof_required') return null;
  if (error.status === 412) return { theirs, yours };
  return { text: () => refusalText(error) ?? t('edit.failed') };
}
