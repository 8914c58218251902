import { useFocusFallback } from '@tma/web/hooks/focus';
import { inWindow, useListener } from '@tma/web/hooks/use-listener';
import { useT } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { isSparing } from '@tma/web/network/sparing';
import { Icon } from '@tma/web/ui/icon';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { type ReactNode, useRef, useState } from 'react';
import css from './picture.module.css';

/** Of a report that administrators have hidden: its pictures have no public address, and who still sees it reads why. */
export interface MayBeHidden {
  hidden?: boolean;
  /** As residents' rows and administrators' have it. */
  hidden_reason?: string | null;
  hiddenReason?: string | null;
}

interface PictureProps {
  report: { issue: string; image: string | null } & MayBeHidden;
  /** For a card: the portal's rendering of 480 px, loaded when it comes near the viewport. */
  small?: boolean;
}

/** The portal's rendering for a card, in pixels. */
const cardWidth = isSparing ? 240 : 480;

/** The address of a public picture. @param path on this origin, with or without the leading slash */
export const pictureAddress = (path: string, size: 'small' | 'large'): string =>
  `/${path.replace(/^\/+/, '')}${size === 'small' ? `?w=${cardWidth}` : ''}`;

/** A report's picture, or `No Image`, or why it is hidden. `image` is a path of this origin, without the leading slash. */
export function Picture({ report, small = false }: PictureProps) {
  const t = useT();
  const issue = term('issue', report.issue);
  if (report.hidden || !report.image) {
    return <NoPicture>{report.hidden ? <WhyHidden report={report} small={small} /> : t('report.noImage')}</NoPicture>;
  }
  const alt = t('report.imageOf', { issue });
  if (!small) return <LargePicture path={report.image} alt={alt} className={css.large} />;
  return (
    <img className={css.small} src={pictureAddress(report.image, 'small')} alt={alt} loading="lazy" decoding="async" />
  );
}

const NoPicture = ({ children }: { children: ReactNode }) => (
  <div className={css.none}>
    <Icon name="picture" />
    {children}
  </div>
);

/** A reason may be long: on a card there is room for the word alone. */
export function WhyHidden({ report, small = false }: { report: MayBeHidden; small?: boolean }) {
  const t = useT();
  const reason = report.hidden_reason ?? report.hiddenReason;
  return <span dir="auto">{small || !reason ? t('report.hidden') : t('report.hiddenBecause', { reason })}</span>;
}

interface LargePictureProps {
  path: string;
  alt: string;
  className: string | undefined;
}

/**
 * A picture in its full size. One that cannot be loaded, as of a report that was hidden, is said to be so, and is tried again once there
 * is a network.
 */
export function LargePicture({ path, ...picture }: LargePictureProps) {
  const t = useT();
  const [failed, setFailed] = useState<string>();
  useListener(inWindow, 'online', () => setFailed(undefined));
  if (failed === path) return <NoPicture>{t('report.imageFailed')}</NoPicture>;
  return <EnlargeablePicture path={path} {...picture} onFail={() => setFailed(path)} />;
}

/** Where data are saved it is as in a card, and has its full size when somebody asks for it. */
function EnlargeablePicture({ path, alt, className, onFail }: LargePictureProps & { onFail: () => void }) {
  const t = useT();
  const [isLarge, setLarge] = useState(!isSparing);
  const image = useRef<HTMLImageElement>(null);
  useFocusFallback(image);
  const enlarge = () => {
    setLarge(true);
    // The button goes away, and the focus with it.
    image.current?.focus();
  };
  return (
    <>
      <img
        ref={image}
        className={className}
        src={pictureAddress(path, isLarge ? 'large' : 'small')}
        alt={alt}
        tabIndex={isSparing ? -1 : undefined}
        decoding="async"
        onError={onFail}
      />
      {!isLarge && (
        <TemporaryButton look="plain" onClick={enlarge}>
          {t('report.enlarge')}
        </TemporaryButton>
      )}
    </>
  );
}
