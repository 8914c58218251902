import { useFocusOnMount } from '@tma/web/hooks/focus';
import type { AdminSession } from '@tma/web/session/admin-session';
import { Button } from '@tma/web/ui/button';
import { EmptyState } from '@tma/web/ui/empty-state';
import { Actions } from '@tma/web/ui/form';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { CopyButton } from '../account/copy-button.tsx';
import { useT } from '../texts.ts';
import { GiveKey } from './give-key.tsx';
import { KeyLine } from './key-line.tsx';
import css from './settings.module.css';
import { type GivenKey, useEndKey, useKeys } from './use-keys.ts';

/** The keys of other systems that bring reports to the office: gives them, once shown, and ends them. */
export function Systems({ session: { token } }: { session: AdminSession }) {
  const t = useT();
  const [given, setGiven] = useState<GivenKey | null>(null);
  return (
    <>
      <p className={css.soft}>{t('systems.lead')}</p>
      {given ? <Given given={given} onDone={() => setGiven(null)} /> : <GiveKey token={token} onGiven={setGiven} />}
      <Keys token={token} />
    </>
  );
}

/** A key that was just given: it is never shown again. */
function Given({ given: { name, key }, onDone }: { given: GivenKey; onDone: () => void }) {
  const t = useT();
  const box = useFocusOnMount();
  return (
    <div ref={box} tabIndex={-1} className={css.given}>
      <h3>{t('systems.key', { name })}</h3>
      <p>{t('systems.once')}</p>
      <code dir="ltr">{key}</code>
      <Actions>
        <CopyButton text={key} />
        <Button onClick={onDone}>{t('systems.done')}</Button>
      </Actions>
    </div>
  );
}

function Keys({ token }: { token: string }) {
  const t = useT();
  const keys = useKeys(token);
  const end = useEndKey(token);
  const [ended, setEnded] = useState<string | null>(null);
  if (keys.isPending) return <Spinner />;
  if (!keys.data) return <EmptyState title={t('systems.unread')} onRetry={() => void keys.refetch()} />;
  return (
    <>
      <p role="status" className={end.isError ? css.failure : css.soft}>
        {end.isError ? t('systems.failed') : ended !== null && t('systems.ended', { name: ended })}
      </p>
      {keys.data.length === 0 && <p>{t('systems.none')}</p>}
      <ul className={css.holidays} aria-label={t('systems.title')}>
        {keys.data.map((key) => (
          <KeyLine
            key={key.id}
            systemKey={key}
            busy={end.isPending}
            onEnd={() => end.mutate(key.id, { onSuccess: () => setEnded(key.name) })}
          />
        ))}
      </ul>
    </>
  );
}
