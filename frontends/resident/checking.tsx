import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { useT } from './texts.ts';

/** Shown while it is not known yet whether somebody is signed in. */
export function Checking() {
  const t = useT();
  return (
    <PageFrame>
      <Spinner>{t('checking')}</Spinner>
    </PageFrame>
  );
}
