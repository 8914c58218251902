import { useQuery } from '@tanstack/react-query';
import { limits } from '@tma/contracts/limits';
import { call } from '@tma/web/api/call';
import type { Answer, Body } from '@tma/web/api/operation-types';
import { refreshInterval } from '@tma/web/api/query';
import { useForm } from '@tma/web/forms/use-form';
import web from '@tma/web/shared.module.css';
import { Button } from '@tma/web/ui/button';
import { CheckField } from '@tma/web/ui/check-field';
import { EmptyState } from '@tma/web/ui/empty-state';
import { TextField } from '@tma/web/ui/field';
import { Actions, Form, Pair, Submit } from '@tma/web/ui/form';
import { Line } from '@tma/web/ui/line';
import { Question } from '@tma/web/ui/question';
import { Spinner } from '@tma/web/ui/spinner';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { useState } from 'react';
import { CopyButton } from '../account/copy-button.tsx';
import shared from '../page.module.css';
import { useAct } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { readCount } from './count.ts';
import css from './settings.module.css';

type SystemKey = Answer<'GET /api/keys'>[number];
type GivenKey = Answer<'POST /api/keys'>;

const keyOf = (token: string) => ['systemKeys', token];

/** The keys of other systems that bring reports to the office: makes them, shows each once, and ends them. */
export function Systems({ token }: { token: string }) {
  const t = useT();
  const [given, setGiven] = useState<GivenKey | null>(null);
  return (
    <>
      <p className={web.soft}>{t('systems.lead')}</p>
      {given ? <Given given={given} onDone={() => setGiven(null)} /> : <GiveKey token={token} onGiven={setGiven} />}
      <Keys token={token} />
    </>
  );
}

/** A key that was just given: it is never shown again. */
function Given({ given: { name, key }, onDone }: { given: GivenKey; onDone: () => void }) {
  const t = useT();
  return (
    <TakesFocus className={css.given}>
      <h3>{t('systems.key', { name })}</h3>
      <p>{t('systems.once')}</p>
      <code dir="ltr">{key}</code>
      <Actions>
        <CopyButton text={key} />
        <Button onClick={onDone}>{t('systems.done')}</Button>
      </Actions>
    </TakesFocus>
  );
}

interface GiveKeyProps {
  token: string;
  onGiven: (key: GivenKey) => void;
}

const { default: usual, max } = limits.keyPerDay;

function GiveKey({ token, onGiven }: GiveKeyProps) {
  const t = useT();
  const { field, submitHandler, rejected, formProps, busy } = useForm({ name: '', perDay: String(usual) });
  const [mayOmitMedia, setMayOmitMedia] = useState(false);
  const give = useAct([keyOf(token)], (body: Body<'POST /api/keys'>) => call('POST /api/keys', { body, token }));
  const fits = (text: string) => readCount(text, max) !== null || (() => t('common.wrongNumber', { max }));

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
      <Submit busy={busy} label={t('systems.give')} />
    </Form>
  );
}

/** The keys that were given, by the names of the systems. */
function Keys({ token }: { token: string }) {
  const t = useT();
  const keys = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => call('GET /api/keys', { token, signal }),
    refetchInterval: refreshInterval,
  });
  const end = useAct([keyOf(token)], (id: string) => call('DELETE /api/keys/{id}', { params: { id }, token }));
  const [ended, setEnded] = useState<string | null>(null);
  if (keys.isPending) return <Spinner />;
  if (!keys.data) return <EmptyState title={t('systems.unread')} onRetry={() => void keys.refetch()} />;
  return (
    <>
      <p role="status" className={end.isError ? shared.failure : web.soft}>
        {end.isError ? t('systems.failed') : ended !== null && t('systems.ended', { name: ended })}
      </p>
      {keys.data.length === 0 && <p>{t('systems.none')}</p>}
      <ul className={shared.lines} aria-label={t('systems.title')}>
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

interface KeyLineProps {
  systemKey: SystemKey;
  busy: boolean;
  onEnd: () => void;
}

/** Another system: what its key may, and a way to end that, which asks first. */
function KeyLine({ systemKey: { name, perDay, mayOmitMedia }, busy, onEnd }: KeyLineProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const question = (
    <Question
      title={t('systems.askEnd', { name })}
      hint={t('systems.endHint')}
      yes={t('systems.end')}
      onClose={() => setAsking(false)}
      onYes={() => {
        setAsking(false);
        onEnd();
      }}
    />
  );
  return (
    <Line action={t('systems.end')} busy={busy} onAct={() => setAsking(true)} below={asking && question}>
      <strong dir="auto">{name}</strong> <span>{t('systems.limit', { count: String(perDay) })}</span>{' '}
      {mayOmitMedia && <span className={web.soft}>{t('systems.withoutPictures')}</span>}
    </Line>
  );
}
