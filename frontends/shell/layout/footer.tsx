import { useConfig } from '@tma/web/portal-config';
import { Link } from '@tma/web/router';
import { useT } from '../texts.ts';
import css from './footer.module.css';
import { SocialLinks } from './social-links.tsx';

export function Footer() {
  const t = useT();
  const config = useConfig();
  const contact = config?.contact;
  return (
    <footer className={css.footer}>
      <div className={css.columns}>
        {config !== null && (
          <section>
            <h2>{t('footer.contact')}</h2>
            <address className={css.list}>
              <span>{contact?.address}</span>
              {contact && <a href={`tel:${contact.phone.replaceAll(' ', '')}`}>{contact.phone}</a>}
              {contact && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
            </address>
            <SocialLinks social={config?.social} />
          </section>
        )}
        <nav aria-label={t('footer.quick')}>
          <h2>{t('footer.quick')}</h2>
          <div className={css.list}>
            <Link to="/">{t('nav.home')}</Link>
            <Link to="/about">{t('nav.about')}</Link>
            <Link to="/services">{t('nav.services')}</Link>
            <Link to="/contact">{t('nav.contact')}</Link>
          </div>
        </nav>
        <nav aria-label={t('footer.administration')}>
          <h2>{t('footer.administration')}</h2>
          <div className={css.list}>
            <Link to="/adminsignin">{t('footer.adminSignIn')}</Link>
            <Link to="/adminsignup">{t('footer.adminSignUp')}</Link>
          </div>
        </nav>
      </div>
    </footer>
  );
}
