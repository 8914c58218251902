import { useQueryClient } from '@tanstack/react-query';
import { statusOf } from '@tma/web/api/api-error';
import type { Report } from '@tma/web/api/tables';
import { useWords } from '@tma/web/language/words';
import { ClosureQuestion } from '@tma/web/reports/closure-question';
import { Pictures, ReportDetails } from '@tma/web/reports/report-details';
import { callAsResident } from '@tma/web/session/resident-token';
import { Done } from '@tma/web/ui/takes-focus';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '../../texts.ts';
import { unsavedText } from '../../unsaved-input.ts';
import { AnswerDue } from '../card-lines.tsx';
import type { DetailsProps } from '../own-report.tsx';

/** The details of a report that the resident supports. Where its reporter did not answer whether it is fixed, they are asked. */
export function SupportedReport({ report, userId, onClose, onLost }: DetailsProps) {
  // It stays once it was asked: what is answered here makes it confirmed.
  const [isAsked] = useState(report.closure === 'unanswered');
  const draft = unsavedText(userId, `closure ${report.id}`);
  const { answer, outcome } = useAnswer(report, draft.forget);
  const question =
    outcome === undefined ? (
      <ClosureQuestion report={report} answerBy={null} draft={draft} onAnswer={answer} onLost={onLost} />
    ) : (
      <>
        <Done>{outcome}</Done>
        <Pictures report={report} />
      </>
    );
  return (
    <ReportDetails
      report={report}
      schedule
      onClose={onClose}
      top={isAsked ? question : undefined}
      lines={<AnswerDue report={report} />}
      toRead
    />
  );
}

type Answer = ComponentProps<typeof ClosureQuestion>['onAnswer'];

/** Sends the answer; `outcome` is then shown instead of the question. Throws an error that is shown beside the question. */
function useAnswer({ id }: Report, onTaken: () => void): { answer: Answer; outcome: ReactNode } {
  const client = useQueryClient();
  const [outcome, setOutcome] = useWords();
  const answer: Answer = async (body) => {
    try {
      await callAsResident('POST /reports/{id}/closure', { params: { id }, body });
      onTaken();
      setOutcome(() => t('supported.thanks'));
    } catch (failed) {
      if (![409, 410].includes(statusOf(failed))) throw failed;
      setOutcome(() => t('supported.notYours'));
    }
    void client.invalidateQueries({ queryKey: ['supported'] });
  };
  return { answer, outcome };
}
