import { useLocation, useNavigate } from '@tma/web/router';
import { useEffect, useState } from 'react';

/**
 * The token that the page was opened with, which a mail's link carries in the fragment. It is taken out of the address at once:
 * nothing of it stays in the history, and Back does not bring it again. A second link opened in the same tab is read like the first.
 * @param read finds the token in the fragment, which begins with `#`; null where there is none
 */
export function useLinkToken(read: (hash: string) => string | null): string | null {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = read(hash);
  const [token, setToken] = useState(arrived);
  useEffect(() => {
    if (arrived === null) return;
    setToken(arrived);
    navigate({ search }, { replace: true, state });
  }, [arrived, search, state, navigate]);
  return token;
}
