import { useConfig } from '@tma/web/portal-config';
import { Icon, type IconName } from '@tma/web/ui/icon';
import type { ReactNode } from 'react';
import { SocialLinks } from '../layout/social-links.tsx';
import { useT } from '../texts.ts';
import css from './contact.module.css';
import { Reading } from './reading.tsx';

export function Contact() {
  const t = useT();
  const config = useConfig();
  const contact = config?.contact;
  return (
    <Reading title={t('contact.title')} lead={t('contact.lead')}>
      <dl className={css.ways}>
        {config !== null && (
          <>
            <Way icon="phone" name={t('contact.phone')}>
              {contact && <a href={`tel:${contact.phone.replaceAll(' ', '')}`}>{contact.phone}</a>}
            </Way>
            <Way icon="mail" name={t('contact.email')}>
              {contact && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
            </Way>
            <Way icon="pin" name={t('contact.address')}>
              {contact?.address}
            </Way>
          </>
        )}
        <Way icon="clock" name={t('contact.hours')}>
          {t('contact.hoursValue')}
        </Way>
      </dl>
      {config !== null && config?.social.length !== 0 && (
        <section>
          <h2>{t('contact.social')}</h2>
          <SocialLinks social={config?.social} />
        </section>
      )}
    </Reading>
  );
}

const Way = ({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) => (
  <div className={css.way}>
    <dt>
      <Icon name={icon} />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
);
