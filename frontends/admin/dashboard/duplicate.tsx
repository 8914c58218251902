import { useQuery } from '@tanstack/react-query';
import { pagePath } from '@tma/contracts/pages';
import { isProblem } from '@tma/contracts/reports/issues';
import { call } from '@tma/web/api/call';
import { codeOf, serverText } from '@tma/web/errors/error-texts';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { BesideBadge } from '@tma/web/reports/beside-badge';
import { Link } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { LeftToRight, Written } from '@tma/web/ui/direction';
import { TextField } from '@tma/web/ui/field';
import { Submit } from '@tma/web/ui/form';
import { type SubmitEvent, useId, useRef } from 'react';
import { t as translate, useT } from '../texts.ts';
import css from './part.module.css';
import { refusalText } from './refusal.ts';
import { forgetUnsent, useUnsent } from './unsent.ts';
import { type ChangeProps, useReportChange } from './use-report-change.ts';

/** Which report this one says the same as, and follows; or a field for that, with those near by. Only problems have any. */
export function Duplicate({ token, report, onChange, onLost }: ChangeProps) {
  const t = useT();
  const titleId = useId();
  const work = useDuplicate({ token, report, onChange, onLost });
  const status = useRef<HTMLParagraphElement>(null);
  const { duplicateOf } = report;
  // What was pressed is gone.
  useOnChange(duplicateOf, () => document.activeElement === document.body && status.current?.focus());
  if (!isProblem(report.issue)) return null;
  return (
    <section className={css.part} aria-labelledby={titleId}>
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

type Work = ReturnType<typeof useDuplicate>;

const fieldOf = (id: string) => `duplicate ${id}`;

/** Marks a report as saying the same as another, or as none any more. */
function useDuplicate({ token, report, onChange, onLost }: ChangeProps) {
  const saved = (changed: ChangeProps['report']) => {
    forgetUnsent(fieldOf(report.id));
    onChange(changed);
  };
  const change = useReportChange({ report, onChange: saved, onLost }, (error) =>
    codeOf(error) === 'not_a_duplicate' ? serverText(error) : (refusalText(error) ?? translate('duplicate.failed')),
  );
  /** @param of a reference; null for none any more */
  const mark = (of: string | null) =>
    change.run(async () => ({
      report: await call('PUT /reports/{id}/duplicate', { params: { id: report.id }, body: { of }, token }),
      words: () => (of === null ? translate('duplicate.undone') : translate('duplicate.done')),
    }));
  return { ...change, mark };
}

const referenceField = {
  name: 'of',
  maxLength: 40,
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  announce: true,
} as const;

function MarkForm({ token, report, work }: Pick<ChangeProps, 'token' | 'report'> & { work: Work }) {
  const t = useT();
  const [reference, setReference] = useUnsent(fieldOf(report.id));
  const field = useRef<HTMLInputElement>(null);
  const write = (text: string) => {
    work.setProblem(undefined);
    setReference(text);
  };
  const choose = (chosen: string) => {
    write(chosen);
    field.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const of = reference.trim();
    if (of !== '') return work.mark(of);
    work.setProblem(() => translate('duplicate.missing'));
    field.current?.focus();
  };
  return (
    <>
      <form noValidate className={css.part} onSubmit={submit}>
        <TextField
          ref={field}
          label={t('duplicate.of')}
          hint={t('duplicate.hint')}
          {...referenceField}
          value={reference}
          readOnly={work.busy}
          error={work.problem}
          onChange={({ target }) => write(target.value)}
        />
        <div>
          <Submit ref={work.ref} look="quiet" busy={work.busy} label={t('duplicate.mark')} />
        </div>
      </form>
      <NearOnes token={token} report={report} onChoose={choose} />
    </>
  );
}

interface NearOnesProps extends Pick<ChangeProps, 'token' | 'report'> {
  /** Called with the reference of the one that is chosen. */
  onChoose: (reference: string) => void;
}

/** Open reports of the same type near by, of which one may be the same; nothing where there are none, or they cannot be read. */
function NearOnes({ token, report, onChoose }: NearOnesProps) {
  const t = useT();
  const titleId = useId();
  const { id, issue, lat, long, accuracy, location } = report;
  const point = lat === null || long === null ? {} : { lat: String(lat), long: String(long) };
  const query = { issue, location, ...point, accuracy: accuracy === null ? undefined : String(accuracy) };
  const { data } = useQuery({
    queryKey: ['near', token, query],
    queryFn: ({ signal }) => call('GET /api/nearby', { query, token, signal }),
    retry: false,
  });
  const others = data?.filter((one) => one.id !== id) ?? [];
  if (others.length === 0) return null;
  return (
    <div className={`${css.part} ${css.near}`}>
      <h4 id={titleId}>{t('duplicate.near')}</h4>
      <ul className={css.part} aria-labelledby={titleId}>
        {others.map(({ reference, location: place, distance, supports }) => (
          <li key={reference}>
            <Button look="quiet" onClick={() => onChoose(reference)}>
              <LeftToRight>{reference}</LeftToRight>
            </Button>
            <p>
              <Written>{place}</Written>
            </p>
            {distance !== null && <p>{t('duplicate.distance', { metres: distance })}</p>}
            <BesideBadge report={{ closure: null, proof: null, supports }} />
          </li>
        ))}
      </ul>
    </div>
  );
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
      {work.problem !== undefined && <Banner tone="quiet">{work.problem}</Banner>}
    </>
  );
}
