import { pagePath } from '@tma/contracts/pages';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { auth } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Done } from '@tma/web/ui/takes-focus';
import { useEffect, useState } from 'react';
import { useT as useShellT } from '../texts.ts';
import { type Refusal, sendSupport } from './send-support.ts';
import { useT } from './texts.ts';
import type { PublicRecord } from './use-record.ts';

interface SupportProps {
  record: Pick<PublicRecord, 'reference' | 'tehsil'>;
  /** By how many it is supported now. */
  onSupport: (supports: number) => void;
}

/** For a resident of the report's tehsil who is signed in: that they have the same problem. Loaded only where somebody may be signed in. */
export default function Support({ record: { reference, tehsil }, onSupport }: SupportProps) {
  const t = useT();
  const [isOfTehsil, setOfTehsil] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<'supported' | Refusal>();
  useEffect(() => {
    void auth.getSession().then(({ data }) => setOfTehsil(data.session?.user.user_metadata.tehsil === tehsil));
  }, [tehsil]);
  if (!isOfTehsil) return null;
  const support = async () => {
    setBusy(true);
    setSaid(undefined);
    const came = await sendSupport(reference);
    if (typeof came === 'number') onSupport(came);
    setSaid(typeof came === 'number' ? 'supported' : came);
    setBusy(false);
  };
  if (said === 'supported') return <Done>{t('supported')}</Done>;
  return (
    <>
      <Button busy={busy} onClick={() => void support()}>
        {t('support')}
      </Button>
      {said === 'signedOut' ? <SignIn reference={reference} /> : said && <Banner tone="error">{t(said)}</Banner>}
    </>
  );
}

/** For a resident whose session has ended: the way to sign in, and from there back to the record. */
function SignIn({ reference }: { reference: string }) {
  const web = useWebT();
  const shell = useShellT();
  return (
    <>
      <Banner tone="error">{web('errors.authenticationRequired')}</Banner>
      <ButtonLink look="quiet" to={pagePath('signIn')} state={{ record: reference }}>
        {shell('titles.signIn')}
      </ButtonLink>
    </>
  );
}
