/**
 * The token of a closing's mail, which its link carries in the fragment. It is taken out of the address before anything else
 * runs and kept in the page's memory only: not in the history, in no storage, in no request but the two that need it.
 */
import { siteMap } from '@tma/contracts/pages';

let token: string | null = null;
const listeners = new Set<() => void>();
/** What was typed for which link: back on the page after another one. */
const drafts = new Map<string, string>();

function takeToken() {
  if (location.pathname.replace(/\/+$/, '') !== siteMap.closure.path) return;
  const fragment = location.hash.slice(1);
  // A link within the page is no link of a mail.
  if (fragment === '' || document.getElementById(fragment)) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  token = fragment;
  for (const listener of listeners) listener();
}

// Not where the page is drawn at build.
if (typeof window !== 'undefined') {
  takeToken();
  // A second link opened in the same tab loads no page. Here, the router that reads the address listens later.
  for (const event of ['popstate', 'hashchange']) window.addEventListener(event, takeToken);
}

export const link = {
  current: () => token,
  /** @returns the way to unsubscribe */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  draftOf: (one: string): string => drafts.get(one) ?? '',
  keepDraft: (one: string, text: string) => void drafts.set(one, text),
};
