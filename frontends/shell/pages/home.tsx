import { ButtonLink } from '@tma/web/ui/button';
import { useT } from '../texts.ts';
import css from './home.module.css';
import street from './street.svg';

const steps = ['tell', 'review', 'follow'] as const;
const merits = ['picture', 'papers', 'open'] as const;

export function Home() {
  const t = useT();
  return (
    <>
      <section className={css.hero}>
        <div className={css.words}>
          <h1>{t('home.title')}</h1>
          <p>{t('home.lead')}</p>
          <ButtonLink to="/signin">{t('home.report')}</ButtonLink>
        </div>
        <img src={street} alt="" width="520" height="380" />
      </section>
      <section className={css.section}>
        <h2>{t('home.howTitle')}</h2>
        <ol className={css.steps}>
          {steps.map((step) => (
            <li key={step}>
              <h3>{t(`home.how.${step}.title`)}</h3>
              <p>{t(`home.how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.section}>
        <h2>{t('home.reportingTitle')}</h2>
        <p className={css.lead}>{t('home.reporting.lead')}</p>
        <ul className={css.merits}>
          {merits.map((merit) => (
            <li key={merit}>
              <h3>{t(`home.reporting.${merit}.title`)}</h3>
              <p>{t(`home.reporting.${merit}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
