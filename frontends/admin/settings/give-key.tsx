import { limits } from '@tma/contracts/limits';
import { useForm } from '@tma/web/forms/use-form';
import { Button } from '@tma/web/ui/button';
import { CheckField } from '@tma/web/ui/check-field';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { type GivenKey, useGiveKey } from './use-keys.ts';

interface GiveKeyProps {
  token: string;
  onGiven: (key: GivenKey) => void;
}

const { default: usual, max } = limits.keyPerDay;
const isCount = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= max;

/** Gives another system a key. */
export function GiveKey({ token, onGiven }: GiveKeyProps) {
  const t = useT();
  const { field, submitHandler, rejected, formProps, busy } = useForm({ name: '', perDay: String(usual) });
  const [mayOmitMedia, setMayOmitMedia] = useState(false);
  const give = useGiveKey(token);
  const fits = (text: string) => isCount(text.trim()) || (() => t('systems.wrongPerDay', { max: String(max) }));

  const submit = submitHandler(async ({ name, perDay }) => {
    try {
      onGiven(await give.mutateAsync({ name, perDay: Number(perDay), mayOmitMedia }));
      return null;
    } catch (error) {
      return rejected(error, () => t('systems.failed'));
    }
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <Pair>
        <TextField {...field('name', () => t('systems.name'))} maxLength={limits.keyName} autoComplete="off" />
        <TextField {...field('perDay', () => t('systems.perDay'), fits)} inputMode="numeric" autoComplete="off" />
      </Pair>
      <CheckField
        label={t('systems.omit')}
        hint={t('systems.omitHint')}
        checked={mayOmitMedia}
        onChange={({ target }) => setMayOmitMedia(target.checked)}
      />
      <Button type="submit" busy={busy}>
        {t('systems.give')}
      </Button>
    </Form>
  );
}
