import { useT } from '@tma/web/own-texts';
import { Icon } from './icon.tsx';
import css from './picture.module.css';

interface PictureProps {
  report: { issue: string; image: string | null };
  /** For a card: the portal's 480 px rendering, fetched when it comes near the screen. */
  small?: boolean;
}

/** A report's picture, or `No Image`. `image` is a path of this origin, without the leading slash. */
export function Picture({ report, small = false }: PictureProps) {
  const t = useT();
  if (!report.image) {
    return (
      <div className={css.none}>
        <Icon name="picture" />
        {t('report.noImage')}
      </div>
    );
  }
  const address = `/${report.image.replace(/^\/+/, '')}`;
  return (
    <img
      className={small ? css.small : css.large}
      src={small ? `${address}?w=480` : address}
      alt={t('report.imageOf', { issue: report.issue })}
      loading={small ? 'lazy' : 'eager'}
      decoding="async"
    />
  );
}
