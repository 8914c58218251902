import { type Direction, directions, type Language, languageNames } from '@tma/contracts/languages';
import { isProblem } from '@tma/contracts/reports/issues';
import { useOrigin, useTimeZone } from '@tma/web/api/portal-config';
import { useLoading } from '@tma/web/hooks/use-loading';
import { formatDay } from '@tma/web/language/dates';
import { textsIn as sharedTextsIn } from '@tma/web/language/own-texts';
import { termKey } from '@tma/web/language/terms';
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
import { textsIn, useT } from '../texts.ts';
import css from './counter.module.css';
import type { Taken } from './counter-form.tsx';

const Qr = lazily(() => import('@tma/web/ui/qr'), true);

/** What the person takes home, in their language; the page around it stays in the administrator's. */
export function Receipt({ taken, onAnother }: { taken: Taken; onAnother: () => void }) {
  const t = useT();
  const language = taken.values.language as Language;
  const [words, retry] = useLoading('The words of the receipt', () => receiptWords(language));
  const [printing, setPrinting] = useState(0);
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
          {printing > 0 && (
            <Printed key={printing} onDone={() => setPrinting(0)}>
              <Paper taken={taken} words={words} />
            </Printed>
          )}
        </>
      )}
      <Actions>
        <Button disabled={typeof words === 'string'} onClick={() => setPrinting((before) => before + 1)}>
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

type Texts = Awaited<ReturnType<typeof textsIn>>;

/** The words of a receipt in one language, whatever the page around it is in. */
interface ReceiptWords {
  language: Language;
  direction: Direction;
  /** A text of the administration's, by its key. */
  text: (key: `counter.receipt.${keyof Texts['counter']['receipt']}`) => string;
  /** What an issue is called. */
  issue: (name: string) => string;
  /** A day, or the day of a moment in a time zone. */
  day: (value: string, zone: string) => string;
}

/** What a language's letters need beside the style of the page, which may be in another one; loaded where somebody reads it. */
const letters: Readonly<Partial<Record<Language, () => Promise<unknown>>>> = {
  ur: async () => {
    await import('@tma/web/urdu.css');
    // Before it is printed: paper shows no letters that come later.
    await document.fonts.load('1em "Noto Nastaliq Urdu"', languageNames.ur);
  },
};

/** Throws where the words of another language cannot be loaded. */
async function receiptWords(language: Language): Promise<ReceiptWords> {
  const [own, web] = await Promise.all([textsIn(language), sharedTextsIn(language), letters[language]?.()]);
  return {
    language,
    direction: directions[language],
    text: (key) => textAt(own, key) ?? key,
    issue: (name) => textAt(web, termKey('issue', name)) ?? name,
    day: (value, zone) => formatDay(value, zone, web.dates.long, { dateStyle: 'long' }),
  };
}

/** The text at a dotted path. */
function textAt(tree: object, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tree);
  return typeof found === 'string' ? found : undefined;
}
