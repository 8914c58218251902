import { pagePath } from '@tma/contracts/pages';
import { isProblem } from '@tma/contracts/reports/issues';
import { Link } from '@tma/web/router';
import { Button } from '@tma/web/ui/button';
import { LeftToRight } from '@tma/web/ui/direction';
import { TextField } from '@tma/web/ui/field';
import { useEffect, useId, useRef, useState } from 'react';
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

/** Which report this one says the same as, and follows; or a field for that, with those near by. Only problems have any. */
export function Duplicate({ token, report, onChange }: DuplicateProps) {
  const t = useT();
  const titleId = useId();
  const [reference, setReference] = useState('');
  const { error, outcome, busy, ref, mark, complain, forget } = useDuplicate(token, report, (changed) => {
    setReference('');
    onChange(changed);
  });
  const field = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const { duplicateOf } = report;
  const before = useRef(duplicateOf);
  // What was pressed is gone.
  useEffect(() => {
    if (before.current !== duplicateOf && document.activeElement === document.body) status.current?.focus();
    before.current = duplicateOf;
  }, [duplicateOf]);
  if (!isProblem(report.issue)) return null;
  return (
    <section className={css.duplicate} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('duplicate.title')}</h3>
      {duplicateOf === null ? (
        <>
          <form
            noValidate
            className={css.form}
            onSubmit={(event) => {
              event.preventDefault();
              const of = reference.trim();
              if (of !== '') return mark(of);
              complain();
              field.current?.focus();
            }}
          >
            <TextField
              ref={field}
              label={t('duplicate.of')}
              hint={t('duplicate.hint')}
              name="of"
              announce
              dir="ltr"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={reference}
              readOnly={busy}
              error={error}
              onChange={(event) => {
                forget();
                setReference(event.target.value);
              }}
            />
            <div>
              <Button ref={ref} type="submit" look="quiet" busy={busy}>
                {t('duplicate.mark')}
              </Button>
            </div>
          </form>
          <NearOnes
            token={token}
            report={report}
            onChoose={(chosen) => {
              forget();
              setReference(chosen);
              field.current?.focus();
            }}
          />
        </>
      ) : (
        <>
          <p>
            {t('duplicate.follows')}{' '}
            <Link to={pagePath('adminDashboard', { filter: 'all', q: duplicateOf })}>
              <LeftToRight>{duplicateOf}</LeftToRight>
            </Link>
          </p>
          <div>
            <Button ref={ref} look="quiet" busy={busy} onClick={() => mark(null)}>
              {t('duplicate.undo')}
            </Button>
          </div>
          {error !== undefined && <p role="alert">{error}</p>}
        </>
      )}
      <p ref={status} role="status" tabIndex={-1} className={css.outcome}>
        {outcome}
      </p>
    </section>
  );
}
