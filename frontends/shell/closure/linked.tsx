import { useT as useWebT } from '@tma/web/language/own-texts';
import { useTerm } from '@tma/web/language/terms';
import { ClosureOutcome } from '@tma/web/reports/closure-outcome';
import { ClosureQuestion } from '@tma/web/reports/closure-question';
import { Pictures, StatusAndWords } from '@tma/web/reports/report-details';
import { Banner } from '@tma/web/ui/banner';
import { LeftToRight } from '@tma/web/ui/direction';
import { Fact, Facts } from '@tma/web/ui/facts';
import { Spinner } from '@tma/web/ui/spinner';
import { TryAgain } from '@tma/web/ui/try-again';
import type { ReactNode } from 'react';
import { useT } from '../texts.ts';
import { HowToAnswer } from './how-to-answer.tsx';
import { openedLink } from './opened-link.ts';
import { type LinkedClosure, useLinkedClosure } from './use-linked-closure.ts';

interface LinkedProps {
  token: string;
  /** The id of the page's heading. */
  titleId: string;
}

/** The closure of a mail's link: the question, its outcome, or why there is none. */
export function Linked({ token, titleId }: LinkedProps) {
  const web = useWebT();
  const { current, answer, retry } = useLinkedClosure(token);
  switch (current.kind) {
    case 'loading':
      return <Spinner />;
    case 'unknown':
      return <Unknown />;
    case 'away':
      return <Failed text={web('errors.unreachable')} onRetry={retry} />;
    case 'limited':
      return (
        <Failed text={web('errors.tooMany')} onRetry={retry}>
          <HowToAnswer />
        </Failed>
      );
  }
  const { closure, outcome, isAnswer = false } = current;
  return (
    <>
      {closure && <ReportFacts closure={closure} />}
      {outcome && <ClosureOutcome outcome={outcome} unsent={openedLink.draftOf(token)} takeFocus={isAnswer} />}
      {closure && outcome && <Pictures report={closure} />}
      {closure && !outcome && (
        <ClosureQuestion
          report={closure}
          answerBy={closure.answerBy}
          labelledBy={titleId}
          draft={{ text: openedLink.draftOf(token), keep: (text) => openedLink.keepDraft(token, text) }}
          onAnswer={answer}
        />
      )}
    </>
  );
}

function Unknown() {
  const t = useT();
  return (
    <>
      <Banner tone="error">{t('closure.unknown')}</Banner>
      <HowToAnswer />
    </>
  );
}

function Failed({ text, onRetry, children }: { text: string; onRetry: () => void; children?: ReactNode }) {
  return (
    <>
      <Banner tone="error">{text}</Banner>
      <div>
        <TryAgain look="primary" onClick={onRetry} />
      </div>
      {children}
    </>
  );
}

/** The report concerned, without anything about a person. */
function ReportFacts({ closure }: { closure: LinkedClosure }) {
  const t = useT();
  const web = useWebT();
  const term = useTerm();
  const { reference, issue, location, tehsil, status, state, proof } = closure;
  return (
    <>
      <Facts>
        <Fact name={web('report.reference')}>
          <LeftToRight>{reference}</LeftToRight>
        </Fact>
        <Fact name={t('closure.issue')}>{term('issue', issue)}</Fact>
        <Fact name={web('report.location')} written={location} />
        <Fact name={web('report.tehsil')} written={tehsil} />
      </Facts>
      <StatusAndWords report={{ status, proof, closure: state === 'withdrawn' ? null : state }} />
    </>
  );
}
