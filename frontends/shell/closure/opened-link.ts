/**
 * The token of a closing's mail, which its link has in the fragment. It is removed from the address before anything
 * else runs and kept only in the page's memory: not in the history, not in storage, and in no request but the two that
 * need it.
 */
import { siteMap } from '@tma/contracts/pages';
import { createListeners } from '@tma/web/listeners';

/** An opened link; the same link opened again is a new one. */
interface OpenedLink {
  token: string;
  /** How many were opened before it. */
  place: number;
}

let opened: OpenedLink | null = null;
const { subscribe, notify } = createListeners();
/** The text that was typed, by token: it is shown again after another link was opened. */
const drafts = new Map<string, string>();

function takeToken() {
  if (location.pathname.replace(/\/+$/, '') !== siteMap.closure.path) return;
  const token = location.hash.slice(1);
  // A link within the page is not a link of a mail.
  if (token === '' || document.getElementById(token)) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  opened = { token, place: opened ? opened.place + 1 : 0 };
  notify();
}

// Not while the page is prerendered.
if (typeof window !== 'undefined') {
  takeToken();
  // A second link opened in the same tab loads no page. The router, which reads the address as well, listens later.
  for (const event of ['popstate', 'hashchange']) window.addEventListener(event, takeToken);
}

export const openedLink = {
  /** The last one that was opened; null when there was none. */
  current: (): OpenedLink | null => opened,
  subscribe,
  draftOf: (token: string): string => drafts.get(token) ?? '',
  keepDraft: (token: string, text: string): void => void drafts.set(token, text),
};
