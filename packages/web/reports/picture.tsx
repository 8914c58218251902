import { useT } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { Icon } from '@tma/web/ui/icon';
import css from './picture.module.css';

interface PictureProps {
  report: { issue: string; image: string | null };
  /** For a card: the portal's rendering of 480 px, loaded when it comes near the viewport. */
  small?: boolean;
}

/** The address of a public picture. @param path on this origin, with or without the leading slash */
export const pictureAddress = (path: string, size: 'small' | 'large'): string =>
  `/${path.replace(/^\/+/, '')}${size === 'small' ? '?w=480' : ''}`;

/** A report's picture, or `No Image`. `image` is a path of this origin, without the leading slash. */
export function Picture({ report, small = false }: PictureProps) {
  const t = useT();
  const issue = term('issue', report.issue);
  if (!report.image) {
    return (
      <div className={css.none}>
        <Icon name="picture" />
        {t('report.noImage')}
      </div>
    );
  }
  return (
    <img
      className={small ? css.small : css.large}
      src={pictureAddress(report.image, small ? 'small' : 'large')}
      alt={t('report.imageOf', { issue })}
      loading={small ? 'lazy' : 'eager'}
      decoding="async"
    />
  );
}
