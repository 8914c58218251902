import type { Credentials } from '@tma/web/account/sign-in-form';
import type { useForm } from '@tma/web/forms/use-form';
import { Link, useLocation } from '@tma/web/router';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { CodeField } from '../account/code-field.tsx';
import { useT } from '../texts.ts';

/** Whether a code is asked for: once the password of an address was right, as long as it is that address. */
export function useCodeQuestion({ control }: Pick<UseFormReturn<Credentials>, 'control'>) {
  const [address, setAddress] = useState<string | null>(null);
  const email = useWatch({ control, name: 'email' });
  return {
    isAsked: email === address,
    /** @returns that there is nothing to say: the field itself says it */
    ask(asked: string): null {
      setAddress(asked);
      return null;
    },
  };
}

/** The field of the code, which takes the focus. A recovery code is typed into the same one. */
export function CodeQuestion({ form: { form, field } }: { form: ReturnType<typeof useForm<Credentials>> }) {
  const t = useT();
  const { pathname, state } = useLocation();
  const [recovery, setRecovery] = useState(false);
  const { isSubmitting } = form.formState;
  const isNew = useRef(true);
  // Not before the form has taken the focus for its outcome, and not after another try, which has one of its own.
  useEffect(() => {
    if (isSubmitting || !isNew.current) return;
    isNew.current = false;
    form.setFocus('code');
  }, [form, isSubmitting]);
  return (
    <>
      <CodeField
        {...field('code', () => t('signIn.code'))}
        recovery={recovery}
        hint={recovery ? t('signIn.recoveryHint') : t('signIn.codeHint')}
      />
      <p>
        <Link
          to={pathname}
          state={state}
          replace
          onClick={(event) => {
            event.preventDefault();
            setRecovery(!recovery);
            form.setFocus('code');
          }}
        >
          {recovery ? t('signIn.app') : t('signIn.recovery')}
        </Link>
      </p>
    </>
  );
}
