import { useLocation, useNavigate } from '@tma/web/router';
import { useEffect, useState } from 'react';

const messageIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
    ? state.message
    : null;

/** The message this page was opened with. It is shown once: a reload or coming back does not repeat it. */
export function useArrivalMessage(): [string | null, (message: string | null) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const arrived = messageIn(location.state);
  const [message, setMessage] = useState(arrived);
  useEffect(() => {
    if (arrived !== null) navigate({ search: location.search }, { replace: true, state: null });
  }, [arrived, location.search, navigate]);
  return [message, setMessage];
}
