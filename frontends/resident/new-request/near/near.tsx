import { Button } from '@tma/web/ui/button';
import { VisuallyHidden } from '@tma/web/ui/visually-hidden';
import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useT } from '../../texts.ts';
import fields from '../fields.module.css';
import type { Draft } from '../report-draft.ts';
import css from './near.module.css';
import { NearCard } from './near-card.tsx';
import { type NearReport, useNear } from './use-near.ts';

/**
 * Reports that may be about the same problem: residents may support one, and need not answer. Whoever says that theirs
 * is another is asked again only when there is a report that they have not seen.
 */
export function Near({ form }: { form: UseFormReturn<Draft> }) {
  const t = useT();
  const [issue, location, lat, long, accuracy] = useWatch({
    control: form.control,
    name: ['issue', 'location', 'lat', 'long', 'accuracy'],
  });
  const found = useNear({
    issue,
    location,
    point: lat && long ? { lat, long, accuracy: accuracy || undefined } : null,
  });
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const isShown = found.some(({ id }) => !others.has(id));
  const sayAnother = () => {
    setOthers(new Set([...others, ...found.map(({ id }) => id)]));
    // What was pressed goes away: this is the next field.
    form.setFocus('description');
  };
  return (
    <>
      <VisuallyHidden live>{isShown && t('near.title')}</VisuallyHidden>
      {isShown && <Found reports={found} onAnother={sayAnother} />}
    </>
  );
}

function Found({ reports, onAnother }: { reports: readonly NearReport[]; onAnother: () => void }) {
  const t = useT();
  const titleId = useId();
  return (
    <section className={fields.aside} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('near.title')}</h2>
      <p>{t('near.lead')}</p>
      <ul className={css.cards}>
        {reports.map((report) => (
          <NearCard key={report.id} report={report} />
        ))}
      </ul>
      <div>
        <Button look="quiet" onClick={onAnother}>
          {t('near.another')}
        </Button>
      </div>
    </section>
  );
}
