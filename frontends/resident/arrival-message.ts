import type { Words } from '@tma/web/language/words';
import { useLocation, useNavigate } from '@tma/web/router';
import type { FormMessage } from '@tma/web/ui/form';
import type { Refusal } from '@tma/web/waiting-reports/report';
import { useEffect, useState } from 'react';
import { t } from './texts.ts';

/** The name of one of the texts. The browser's history has this name, not the text: the language may change before the page is opened. */
export type TextKey = Parameters<typeof t>[0];

/** The navigation state that shows a message on the page it leads to: a text, or why a report was refused. */
export const messageState = (tone: FormMessage['tone'], message: TextKey | Refusal) => ({ message, tone });

/** The text of a name that the history had. */
export const textNamed =
  (name: string): Words =>
  () =>
    (t as (key: string) => string)(name);

type RefusalText = (refusal: Refusal) => string;

/** Reads that state; anything else is no message. */
function messageIn(state: unknown, refusalText: RefusalText | undefined): FormMessage | null {
  if (typeof state !== 'object' || state === null) return null;
  const { message, tone } = state as Record<string, unknown>;
  const text = wordsOf(message, refusalText);
  return text && { tone: tone === 'error' ? 'error' : 'success', text };
}

function wordsOf(message: unknown, refusalText: RefusalText | undefined): Words | null {
  if (typeof message === 'string') return textNamed(message);
  return refusalText && isRefusal(message) ? () => refusalText(message) : null;
}

const isRefusal = (message: unknown): message is Refusal =>
  typeof message === 'object' && message !== null && 'code' in message && 'errors' in message;

/**
 * The message this page was opened with. It is shown once: a reload or coming back does not repeat it.
 * @param refusalText says why a report was refused; only the form of reports is opened with a refusal
 */
export function useArrivalMessage(
  refusalText?: RefusalText,
): [FormMessage | null, (message: FormMessage | null) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const arrived = messageIn(location.state, refusalText);
  const [message, setMessage] = useState(arrived);
  const hasArrived = arrived !== null;
  useEffect(() => {
    if (hasArrived) navigate({ search: location.search }, { replace: true, state: null });
  }, [hasArrived, location.search, navigate]);
  return [message, setMessage];
}
