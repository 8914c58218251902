import { copyText } from '@tma/web/api/copy-text';
import { useOrigin } from '@tma/web/api/portal-config';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { LeftToRight } from '@tma/web/ui/direction';
import { lazily } from '@tma/web/ui/lazily';
import { useState } from 'react';
import css from './record.module.css';
import { useT } from './texts.ts';

const Qr = lazily(() => import('@tma/web/ui/qr'), true);

/** Without what is behind it in the window: a query or a fragment may be of the reader alone. */
const useAddressOfPage = () => useOrigin() + location.pathname;

/** Hands the address of the page on by what the device has for that, or copies it. */
export function Share({ title }: { title: string }) {
  const t = useT();
  const [copied, setCopied] = useState<'copied' | 'notCopied'>();
  const address = useAddressOfPage();
  const share = async () => {
    setCopied(undefined);
    if (typeof navigator.share === 'function') {
      const done = await navigator.share({ title, url: address }).then(
        () => true,
        // Whoever closes the sheet has not asked for a copy.
        (error: Error) => error.name === 'AbortError',
      );
      if (done) return;
    }
    setCopied((await copyText(address)) ? 'copied' : 'notCopied');
  };
  return (
    <>
      <Button look="quiet" onClick={() => void share()}>
        {t('share')}
      </Button>
      {copied && <Banner tone="quiet">{t(copied, { address })}</Banner>}
    </>
  );
}

/** The address of the page, on paper. */
export function PaperCode() {
  const t = useT();
  const address = useAddressOfPage();
  return (
    <div className={css.code}>
      <Qr text={address} label={t('code')} />
      <LeftToRight>{address}</LeftToRight>
    </div>
  );
}
