import type { PortalConfig } from '@tma/web/portal-config';
import css from './footer.module.css';

/** The social accounts, each a link with its name. */
export const SocialLinks = ({ social }: { social: PortalConfig['social'] | undefined }) => (
  <div className={css.social}>
    {social?.map(({ name, url }) => (
      <a key={url} href={url} rel="noreferrer">
        {name}
      </a>
    ))}
  </div>
);
