import box from '@tma/web/card-box.module.css';
import { useFocusFallback } from '@tma/web/hooks/focus';
import { useObjectUrl } from '@tma/web/hooks/use-object-url';
import { useRead } from '@tma/web/hooks/use-read';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { preview } from '@tma/web/language/preview';
import { term } from '@tma/web/language/terms';
import shared from '@tma/web/shared.module.css';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Fact, Facts } from '@tma/web/ui/facts';
import { Actions } from '@tma/web/ui/form';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { canBeSent } from '@tma/web/waiting-reports/states';
import { readFiles } from '@tma/web/waiting-reports/store';
import { sendsInBackground } from '@tma/web/waiting-reports/with-worker';
import { useId, useRef } from 'react';
import type { Draft } from '../new-request/report-draft.ts';
import { SignInAgain } from '../new-request/sign-in-again.tsx';
import { useT } from '../texts.ts';
import { useActions } from './use-actions.ts';
import css from './waiting-card.module.css';
import { stateText } from './words.ts';

interface WaitingCardProps {
  report: WaitingReport;
  isSending: boolean;
  /** Asks before it is removed. */
  onRemove: () => void;
}

/** A waiting report, as a card of its writer's list. */
export function WaitingCard({ report, isSending, onRemove }: WaitingCardProps) {
  const t = useT();
  const web = useWebT();
  const titleId = useId();
  const item = useRef<HTMLLIElement>(null);
  // Once it is sent or removed, it leaves the list.
  useFocusFallback(item);
  const isToSend = canBeSent(report.state);
  const { issue = '', location = '', description = '' } = report.values as Partial<Draft>;
  return (
    <li ref={item}>
      <article className={`${box.box} ${css.card}`} aria-labelledby={titleId}>
        <WaitingPicture report={report} />
        <div className={`${box.head} ${css.head}`}>
          <h2 id={titleId}>{issue ? term('issue', issue) : t('newRequest.title')}</h2>
          <span className={box.pill}>{isToSend ? t('waiting.badge') : t('waiting.notSent')}</span>
        </div>
        <Facts>
          <Fact name={web('report.location')} written={location} />
        </Facts>
        <p className={box.description} dir="auto">
          {preview(description)}
        </p>
        <div role="status">
          <p>{stateText(report, isSending)}</p>
        </div>
        {isToSend && !sendsInBackground() && <p className={shared.soft}>{t('waiting.noBackground')}</p>}
        <Buttons report={report} isSending={isSending} onRemove={onRemove} />
      </article>
    </li>
  );
}

/** The picture of a waiting report, from this device. Its issue stands below it in words. */
function WaitingPicture({ report: { userId, key } }: { report: WaitingReport }) {
  const files = useRead(`${userId} ${key}`, () => readFiles({ userId, key }).catch(() => undefined));
  const address = useObjectUrl(files?.image);
  return address ? <img className={css.picture} src={address} alt="" /> : null;
}

function Buttons({ report, isSending, onRemove }: WaitingCardProps) {
  const t = useT();
  const { edit, send, failure } = useActions();
  return (
    <>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      <Actions>
        {canBeSent(report.state) && (
          <TemporaryButton busy={isSending} onClick={() => send(report)}>
            {t('waiting.sendNow')}
          </TemporaryButton>
        )}
        <Button look="quiet" busy={isSending} onClick={() => edit(report)}>
          {t('waiting.edit')}
        </Button>
        <Button look="quiet" busy={isSending} onClick={onRemove}>
          {t('waiting.remove')}
        </Button>
        {report.state === 'signedOut' && !isSending && <SignInAgain />}
      </Actions>
    </>
  );
}
