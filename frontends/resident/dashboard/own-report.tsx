import type { Report } from '@tma/web/api/tables';
import type { Words } from '@tma/web/language/words';
import { ClosureOutcome } from '@tma/web/reports/closure-outcome';
import { ClosureQuestion } from '@tma/web/reports/closure-question';
import { History } from '@tma/web/reports/history';
import { Pictures, ReportDetails } from '@tma/web/reports/report-details';
import { residentToken } from '@tma/web/session/resident-token';
import { t } from '../texts.ts';
import { unsavedText } from '../unsaved-input.ts';
import { AnswerDue } from './card-lines.tsx';
import { Sharing } from './sharing.tsx';
import { useClosure } from './use-closure.ts';

export interface DetailsProps {
  report: Report;
  userId: string;
  onClose: () => void;
  /** What was chosen or answered here could not be saved, and the details are closed by now. */
  onLost: (words: Words) => void;
}

/** The details of the resident's own report: asked whether it is fixed while it is closed and waits for that. */
export function OwnReport({ report, userId, onClose, onLost }: DetailsProps) {
  const { isAsked, answerBy, outcome, answer } = useClosure(report);
  const draft = unsavedText(userId, `closure ${report.id}`);
  const pictures = <Pictures report={report} readToken={residentToken} />;
  const question = outcome ? (
    <>
      <ClosureOutcome outcome={outcome} unsent={draft.text} takeFocus />
      {pictures}
    </>
  ) : (
    <ClosureQuestion
      report={report}
      pictures={report.hidden ? pictures : undefined}
      answerBy={answerBy}
      draft={draft}
      onAnswer={async (given) => {
        const { kind } = await answer(given);
        if (kind === 'mine') draft.forget();
      }}
      onLost={onLost}
    />
  );
  return (
    <ReportDetails
      report={report}
      schedule
      readToken={residentToken}
      onClose={onClose}
      top={isAsked ? question : undefined}
      lines={<AnswerDue report={report} />}
      toRead
    >
      <Sharing report={report} onLost={() => onLost(() => t('sharing.failed'))} />
      <History report={report} readToken={residentToken} own />
    </ReportDetails>
  );
}
