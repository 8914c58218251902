import { pagePath } from '@tma/contracts/pages';
import { Link } from '@tma/web/router';
import { ButtonLink } from '@tma/web/ui/button';
import { Drawing } from '@tma/web/ui/icon';
import { BellRing, Camera, ClipboardCheck, Eye, FileText, MapPin } from 'lucide';
import { useT } from '../texts.ts';
import css from './home.module.css';
import reading from './reading.module.css';
import street from './street.svg';

const steps = [
  ['tell', MapPin],
  ['review', ClipboardCheck],
  ['follow', BellRing],
] as const;
const merits = [
  ['picture', Camera],
  ['papers', FileText],
  ['open', Eye],
] as const;

export function Home() {
  const t = useT();
  return (
    <>
      <section className={reading.head}>
        <div className={css.inner}>
          <div className={css.words}>
            <h1>{t('home.title')}</h1>
            <p>{t('home.lead')}</p>
            <ButtonLink to={pagePath('signIn')}>{t('home.report')}</ButtonLink>
          </div>
          <img className={css.street} src={street} alt="" width="520" height="400" />
        </div>
      </section>
      <How />
      <Reporting />
    </>
  );
}

function How() {
  const t = useT();
  return (
    <section className={css.section}>
      <h2>{t('home.howTitle')}</h2>
      <ol className={css.steps}>
        {steps.map(([step, drawing]) => (
          <li key={step} className={reading.tile}>
            <span className={`${reading.sign} ${css.sign}`}>
              <Drawing of={drawing} size={24} />
            </span>
            <h3>{t(`home.how.${step}.title`)}</h3>
            <p>{t(`home.how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Reporting() {
  const t = useT();
  return (
    <div className={css.band}>
      <section className={css.section}>
        <h2>{t('home.reportingTitle')}</h2>
        <p className={css.lead}>{t('home.reporting.lead')}</p>
        <ul className={css.merits}>
          {merits.map(([merit, drawing]) => (
            <li key={merit}>
              <Drawing of={drawing} size={28} turns={drawing === FileText} />
              <h3>{t(`home.reporting.${merit}.title`)}</h3>
              <p>{t(`home.reporting.${merit}.text`)}</p>
            </li>
          ))}
        </ul>
        <p>
          {t('home.figuresLead')} <Link to={pagePath('figures')}>{t('titles.figures')}</Link>
        </p>
      </section>
    </div>
  );
}
