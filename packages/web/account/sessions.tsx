import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { statusOf } from '@tma/web/api/api-error';
import { call, type ReadToken } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useTimeZone } from '@tma/web/api/portal-config';
import { dayAndTime } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { Banner } from '@tma/web/ui/banner';
import { EmptyState } from '@tma/web/ui/empty-state';
import { Line } from '@tma/web/ui/line';
import { Spinner } from '@tma/web/ui/spinner';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import shared from '../shared.module.css';
import css from './sessions.module.css';

interface SessionsProps {
  owner: string;
  readToken: ReadToken;
  /** Signs out of this browser. */
  onLeave: () => void;
}

/** Where somebody is signed in to the account, and a way to end each. */
export function Sessions({ owner, readToken, onLeave }: SessionsProps) {
  const t = useT();
  const sessions = useSessions(owner, readToken);
  const ending = useEndSessions(owner, readToken);
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <>
      {sessions.isPending && <Spinner />}
      {sessions.isLoadingError && <EmptyState title={t('sessions.unread')} onRetry={() => void sessions.refetch()} />}
      {ending.isError && <Banner tone="error">{t('sessions.failed')}</Banner>}
      {ending.isSuccess && <Banner tone="success">{t('sessions.done')}</Banner>}
      <ul className={css.sessions} aria-label={t('sessions.title')}>
        {sessions.data?.map((session) => (
          <Line
            key={session.id}
            stacked
            action={t('sessions.signOut')}
            busy={ending.isPending}
            onAct={() => (session.current ? onLeave() : ending.mutate([session.id]))}
          >
            <About session={session} />
          </Line>
        ))}
      </ul>
      {others.length > 0 && (
        <TemporaryButton look="quiet" busy={ending.isPending} onClick={() => ending.mutate(others.map(({ id }) => id))}>
          {t('sessions.others')}
        </TemporaryButton>
      )}
    </>
  );
}

/** The sessions of whoever is signed in. @param owner whose they are, for what is remembered */
const useSessions = (owner: string, readToken: ReadToken) =>
  useQuery({
    queryKey: ['sessions', owner],
    queryFn: async ({ signal }) => call('GET /api/sessions', { token: await readToken(), signal }),
  });

/** Ends sessions, one after the other. One that has ended already is no failure. */
function useEndSessions(owner: string, readToken: ReadToken) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await endSession(id, await readToken());
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions', owner] }),
  });
}

async function endSession(id: string, token: string): Promise<void> {
  try {
    await call('DELETE /api/sessions/{id}', { params: { id }, token });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}

type Session = Answer<'GET /api/sessions'>[number];

function About({ session: { browser, startedAt, lastSeen, current } }: { session: Session }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <>
      {/* The server's words, which are English in every language. */}
      <strong lang="en" dir="ltr">
        {browser}
      </strong>
      <span className={shared.soft}>{t('sessions.since', { time: dayAndTime(startedAt, zone) })}</span>
      <span className={shared.soft}>
        {current ? t('sessions.current') : t('sessions.seen', { time: dayAndTime(lastSeen, zone) })}
      </span>
    </>
  );
}
