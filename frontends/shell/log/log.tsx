import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Outcome } from './check-report.ts';
import css from './log.module.css';
import { useT } from './texts.ts';

const proved = ['unchanged', 'when', 'picture'] as const;
const notProved = ['true', 'all', 'people'] as const;

/** Explains the log, checks a report, and shows how to keep watch. */
export function Log() {
  const t = useT();
  return (
    <>
      <Part title={t('what.title')}>
        <p>{t('what.text')}</p>
      </Part>
      <Part title={t('proves.title')}>
        <ul>
          {proved.map((name) => (
            <li key={name}>{t(`proves.${name}`)}</li>
          ))}
        </ul>
      </Part>
      <Part title={t('not.title')}>
        <ul>
          {notProved.map((name) => (
            <li key={name}>{t(`not.${name}`)}</li>
          ))}
        </ul>
      </Part>
      <Part title={t('check.title')}>
        <Check />
      </Part>
      <Part title={t('watch.title')}>
        <Watch />
      </Part>
    </>
  );
}

/** How to keep watch: the line for cron, and the address of the key. */
function Watch() {
  const t = useT();
  const cronLine = `0 * * * *  npm run log watch ${location.origin}`;
  const keyAddress = `${location.origin}/log/key`;
  return (
    <>
      <p>{t('watch.text')}</p>
      <pre className={css.command} dir="ltr">
        {cronLine}
      </pre>
      <p>
        {t('watch.more')}{' '}
        <a href="/log/key" dir="ltr">
          {keyAddress}
        </a>
      </p>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

function Check() {
  const t = useT();
  const { outcome, busy, check } = useCheck();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reference = typed.trim().toUpperCase();
    setMissing(!reference);
    if (reference) check(reference);
  };
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label={t('check.label')}
        hint={t('check.hint')}
        error={missing ? t('check.empty') : undefined}
        announce
        required
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('check.busy') : t('check.button')}
      </Button>
      {outcome && <Said outcome={outcome} />}
    </form>
  );
}

/** Checks a report in a worker. @returns the result, null while there is none, and whether a check is under way */
function useCheck() {
  const worker = useRef<Worker>(undefined);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => worker.current?.terminate(), []);
  const check = (reference: string) => {
    worker.current?.terminate();
    const started = new Worker(new URL('./worker.ts', import.meta.url));
    const end = (found: Outcome) => {
      setOutcome(found);
      setBusy(false);
    };
    started.onmessage = ({ data }: MessageEvent<Outcome>) => end(data);
    started.onerror = () => end({ state: 'unreachable' });
    worker.current = started;
    setOutcome(null);
    setBusy(true);
    started.postMessage(reference);
  };
  return { outcome, busy, check };
}

function Said({ outcome }: { outcome: Outcome }) {
  const t = useT();
  if (outcome.state === 'differs')
    return <Banner tone="error">{t('check.differs', { reference: outcome.reference })}</Banner>;
  if (outcome.state !== 'proved') return <Banner tone="error">{t(`check.${outcome.state}`)}</Banner>;
  const { reference, count, size, root, signed, waiting } = outcome;
  return (
    <Banner tone="success">
      {t('check.proved', { reference, count: String(count), size: String(size), root })}{' '}
      {t(signed ? 'check.signature' : 'check.unsigned')} {waiting && t('check.waiting')}
    </Banner>
  );
}
