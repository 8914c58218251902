import { call } from '@tma/web/api/call';
import { codeOf } from '@tma/web/errors/error-texts';
import { auth } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Done } from '@tma/web/ui/takes-focus';
import { useEffect, useState } from 'react';
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
  const [said, setSaid] = useState<'supported' | 'own' | 'notOpen' | 'notSupported'>();
  useEffect(() => {
    void auth.getSession().then(({ data }) => setOfTehsil(data.session?.user.user_metadata.tehsil === tehsil));
  }, [tehsil]);
  if (!isOfTehsil) return null;
  const support = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const token = (await auth.getSession()).data.session?.access_token;
      const { supports } = await call('PUT /reports/{id}/support', { params: { id: reference }, token });
      onSupport(supports);
      setSaid('supported');
    } catch (error) {
      const code = codeOf(error);
      setSaid(code === 'own_report' ? 'own' : code === 'not_open' ? 'notOpen' : 'notSupported');
    }
    setBusy(false);
  };
  if (said === 'supported') return <Done>{t('supported')}</Done>;
  return (
    <>
      <Button busy={busy} onClick={() => void support()}>
        {t('support')}
      </Button>
      {said && <Banner tone="error">{t(said)}</Banner>}
    </>
  );
}
