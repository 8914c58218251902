import { pagePath } from '@tma/contracts/pages';
import { isolate } from '@tma/web/language/isolate';
import { useLanguage } from '@tma/web/language/language';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { Link } from '@tma/web/router';
import { useT } from '../texts.ts';
import { useContact } from '../use-contact.ts';
import css from './footer.module.css';
import { footerLinks } from './public-links.ts';
import { SocialLinks } from './social-links.tsx';

/** How to reach the administration, and links to the other pages. */
export function Footer() {
  const t = useT();
  const web = useWebT();
  return (
    <footer className={css.footer}>
      <div className={css.columns}>
        <ContactBlock />
        <nav aria-label={t('footer.quick')}>
          <h2>{t('footer.quick')}</h2>
          <div className={css.list}>
            {footerLinks.map((name) => (
              <Link key={name} to={pagePath(name)}>
                {t(`nav.${name}`)}
              </Link>
            ))}
          </div>
        </nav>
        <nav aria-label={t('footer.administration')}>
          <h2>{t('footer.administration')}</h2>
          <div className={css.list}>
            <Link to={pagePath('adminSignIn')}>{t('titles.adminSignIn')}</Link>
            <Link to={pagePath('adminSignUp')}>{t('titles.adminSignUp')}</Link>
          </div>
        </nav>
      </div>
      <p className={css.end}>{web('portal.administration')}</p>
    </footer>
  );
}

function ContactBlock() {
  const t = useT();
  const { phone, dial, email, address } = useContact();
  const language = useLanguage();
  return (
    <section className={css.contact}>
      <h2>{t('nav.contact')}</h2>
      <address className={css.list}>
        <span>{isolate(address, language)}</span>
        <a href={`tel:${dial}`}>{phone}</a>
        <a href={`mailto:${email}`}>{email}</a>
      </address>
      <SocialLinks />
    </section>
  );
}
