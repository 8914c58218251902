import { isolate } from '@tma/web/language/isolate';
import { useLanguage } from '@tma/web/language/language';
import { Icon, type IconName } from '@tma/web/ui/icon';
import type { ReactNode } from 'react';
import { SocialLinks } from '../layout/social-links.tsx';
import { useT } from '../texts.ts';
import { useContact } from '../use-contact.ts';
import css from './contact.module.css';
import { Reading } from './reading.tsx';

export function Contact() {
  const t = useT();
  const { phone, dial, email, address } = useContact();
  const language = useLanguage();
  return (
    <Reading title={t('titles.contact')} lead={t('contact.lead')}>
      <dl className={css.ways}>
        <ContactLine icon="phone" name={t('contact.phone')}>
          <a href={`tel:${dial}`}>{phone}</a>
        </ContactLine>
        <ContactLine icon="mail" name={t('contact.email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </ContactLine>
        <ContactLine icon="pin" name={t('contact.address')}>
          {isolate(address, language)}
        </ContactLine>
        <ContactLine icon="clock" name={t('contact.hours')}>
          {t('contact.hoursValue')}
        </ContactLine>
      </dl>
      <section className={css.social}>
        <h2>{t('contact.social')}</h2>
        <SocialLinks />
      </section>
    </Reading>
  );
}

const ContactLine = ({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) => (
  <div className={css.way}>
    <dt>
      <Icon name={icon} />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
);
