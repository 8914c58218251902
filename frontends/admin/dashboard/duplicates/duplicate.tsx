import { pagePath } from '@tma/contracts/pages';
import { isProblem } from '@tma/contracts/reports/issues';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { Link } from '@tma/web/router';
import { Button } from '@tma/web/ui/button';
import { LeftToRight } from '@tma/web/ui/direction';
import { TextField } from '@tma/web/ui/field';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useT } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import css from './duplicate.module.css';
import { NearOnes } from './near-ones.tsx';
import { useDuplicate } from './use-duplicate.ts';

interface DuplicateProps {
  token: string;
  report: AdminReport;
  onChange: (report: AdminReport) => void;
}

type Work = ReturnType<typeof useDuplicate>;

/** Which report this one says the same as, and follows; or a field for that, with those near by. Only problems have any. */
export function Duplicate({ token, report, onChange }: DuplicateProps) {
  const t = useT();
  const titleId = useId();
  const work = useDuplicate(token, report, onChange);
  const status = useRef<HTMLParagraphElement>(null);
  const { duplicateOf } = report;
  // What was pressed is gone.
  useOnChange(duplicateOf, () => document.activeElement === document.body && status.current?.focus());
  if (!isProblem(report.issue)) return null;
  return (
    <section className={css.duplicate} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('duplicate.title')}</h3>
      {duplicateOf === null ? (
        <MarkForm token={token} report={report} work={work} />
      ) : (
        <Followed reference={duplicateOf} work={work} />
      )}
      <p ref={status} role="status" tabIndex={-1} className={css.outcome}>
        {work.outcome}
      </p>
    </section>
  );
}

const asPrinted = { dir: 'ltr', autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const;

function MarkForm({ token, report, work }: Pick<DuplicateProps, 'token' | 'report'> & { work: Work }) {
  const t = useT();
  const { reference, field, write, choose, submit } = useReference(work);
  return (
    <>
      <form noValidate className={css.form} onSubmit={submit}>
        <TextField
          ref={field}
          label={t('duplicate.of')}
          hint={t('duplicate.hint')}
          name="of"
          announce
          {...asPrinted}
          maxLength={40}
          value={reference}
          readOnly={work.busy}
          error={work.error}
          onChange={({ target }) => write(target.value)}
        />
        <div>
          <Button ref={work.ref} type="submit" look="quiet" busy={work.busy}>
            {t('duplicate.mark')}
          </Button>
        </div>
      </form>
      <NearOnes token={token} report={report} onChoose={choose} />
    </>
  );
}

/** The reference that is written, or chosen from those near by. */
function useReference(work: Work) {
  const [reference, setReference] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const write = (text: string) => {
    work.forget();
    setReference(text);
  };
  const choose = (chosen: string) => {
    write(chosen);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const of = reference.trim();
    if (of !== '') return work.mark(of);
    work.complain();
    field.current?.focus();
  };
  return { reference, field, write, choose, submit };
}

function Followed({ reference, work }: { reference: string; work: Work }) {
  const t = useT();
  return (
    <>
      <p>
        {t('duplicate.follows')}{' '}
        <Link to={pagePath('adminDashboard', { filter: 'all', q: reference })}>
          <LeftToRight>{reference}</LeftToRight>
        </Link>
      </p>
      <div>
        <Button ref={work.ref} look="quiet" busy={work.busy} onClick={() => work.mark(null)}>
          {t('duplicate.undo')}
        </Button>
      </div>
      {work.error !== undefined && <p role="alert">{work.error}</p>}
    </>
  );
}
