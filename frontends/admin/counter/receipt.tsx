import type { Language } from '@tma/contracts/languages';
import { isProblem } from '@tma/contracts/reports/issues';
import { useOrigin, useTimeZone } from '@tma/web/api/portal-config';
import { useLoading } from '@tma/web/hooks/use-loading';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { LeftToRight, Written } from '@tma/web/ui/direction';
import { Fact, Facts } from '@tma/web/ui/facts';
import { Actions } from '@tma/web/ui/form';
import { lazily } from '@tma/web/ui/lazily';
import { Printed } from '@tma/web/ui/printed';
import { Spinner } from '@tma/web/ui/spinner';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { TryAgain } from '@tma/web/ui/try-again';
import { useState } from 'react';
import { useT } from '../texts.ts';
import css from './counter.module.css';
import type { Taken } from './counter-form.tsx';
import { type ReceiptWords, receiptWords } from './receipt-words.ts';

const Qr = lazily(() => import('@tma/web/ui/qr'), true);

/** What the person takes home, in their language; the page around it stays in the administrator's. */
export function Receipt({ taken, onAnother }: { taken: Taken; onAnother: () => void }) {
  const t = useT();
  const language = taken.values.language as Language;
  const [words, retry] = useLoading('The words of the receipt', () => receiptWords(language));
  const [isPrinting, setPrinting] = useState(false);
  return (
    <TakesFocus className={css.taken}>
      <Banner tone="success">{t('counter.taken')}</Banner>
      {words === 'loading' && <Spinner />}
      {words === 'failed' && (
        <>
          <Banner tone="error">{t('counter.receiptFailed')}</Banner>
          <TryAgain look="quiet" onClick={retry} />
        </>
      )}
      {typeof words === 'object' && (
        <>
          <Paper taken={taken} words={words} />
          {isPrinting && (
            <Printed onDone={() => setPrinting(false)}>
              <Paper taken={taken} words={words} />
            </Printed>
          )}
        </>
      )}
      <Actions>
        <Button disabled={typeof words === 'string'} onClick={() => setPrinting(true)}>
          {t('counter.print')}
        </Button>
        <Button look="quiet" onClick={onAnother}>
          {t('counter.another')}
        </Button>
      </Actions>
    </TakesFocus>
  );
}

function Paper({ taken: { report }, words }: { taken: Taken; words: ReceiptWords }) {
  const zone = useTimeZone();
  const { language, direction, text, issue, day } = words;
  const address = `${useOrigin()}/r/${report.reference}`;
  return (
    <section className={css.paper} lang={language} dir={direction} aria-label={text('counter.receipt.title')}>
      <h2>{text('counter.receipt.title')}</h2>
      <p>
        <Written>{report.tehsil}</Written>
      </p>
      <Facts>
        <Fact name={text('counter.receipt.reference')}>
          <LeftToRight>{report.reference}</LeftToRight>
        </Fact>
        <Fact name={text('counter.receipt.issue')}>{issue(report.issue)}</Fact>
        <Fact name={text('counter.receipt.place')} written={report.location} />
        <Fact name={text('counter.receipt.date')}>{day(report.created_at, zone)}</Fact>
        {report.due && <Fact name={text('counter.receipt.due')}>{day(report.due, zone)}</Fact>}
      </Facts>
      {/* Certificates and licences have no public record. */}
      {isProblem(report.issue) && (
        <>
          <div className={css.code}>
            <Qr text={address} label={text('counter.receipt.code')} />
          </div>
          <p>
            {text('counter.receipt.follow')} <LeftToRight>{address}</LeftToRight>
          </p>
        </>
      )}
    </section>
  );
}
