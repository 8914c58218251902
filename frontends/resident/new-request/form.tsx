import type { Session } from '@supabase/auth-js';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Form, Ways } from '@tma/web/ui/form';
import { useEffect, useRef } from 'react';
import { useT } from '../texts.ts';
import { isBlank, type KeptDraft } from './draft.ts';
import { Fields } from './fields.tsx';
import css from './form.module.css';
import { Sending } from './sending.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useNewRequest } from './use-new-request.ts';

interface NewRequestFormProps {
  user: Session['user'];
  /** What it begins with. */
  kept: KeptDraft;
  /** Throws away what was written, as far as it still has this key. */
  onBeginAnew: (key: string) => void;
}

export function NewRequestForm({ user, kept, onBeginAnew }: NewRequestFormProps) {
  const t = useT();
  const { form, issue, files, choose, submit, outcome, share, stop, key } = useNewRequest(user, kept);
  const busy = share !== null;
  const button = useSubmitButton(busy);
  return (
    <Form onSubmit={submit}>
      {!isBlank(kept.draft) && (
        <div className={css.restored}>
          <p>{t('newRequest.restored')}</p>
          <Button look="plain" disabled={busy} onClick={() => onBeginAnew(key())}>
            {t('newRequest.beginAnew')}
          </Button>
        </div>
      )}
      <fieldset className={css.fields} disabled={busy}>
        <Fields form={form} issue={issue} files={files} choose={choose} />
      </fieldset>
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      {outcome?.hint && <p>{outcome.hint}</p>}
      {busy && <Sending share={share} onStop={stop} />}
      <Ways>
        <Button ref={button} type="submit" busy={busy}>
          {busy ? t('newRequest.busy') : t('newRequest.submit')}
        </Button>
        {outcome?.way === 'signIn' && <SignInAgain />}
        {outcome?.way === 'profile' && (
          <ButtonLink look="quiet" to="/profile">
            {t('newRequest.profile')}
          </ButtonLink>
        )}
      </Ways>
    </Form>
  );
}

/** The button gets the focus back after it, or `Cancel`, could not be pressed any more. */
function useSubmitButton(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  return button;
}
