import { limits } from '@tma/contracts/limits';
import { t } from '@tma/web/language/own-texts';

/** The text as the server keeps it: trimmed, with the line ends of a field of a page. */
const asKept = (reason: string) => reason.replaceAll(/\r\n?/g, '\n').trim();

/** What is wrong with what somebody says is not fixed, in words; null when nothing is. Nothing typed is cut off. */
export function reasonProblem(reason: string): string | null {
  const text = asKept(reason);
  if (text === '') return t('closure.reasonMissing');
  return text.length > limits.disputeReason ? t('form.tooLong', { max: limits.disputeReason }) : null;
}

/** Whether the server's reason is the one that was sent: a dispute from another tab has another. */
export const isSameReason = (sent: string, kept: string | null): boolean => asKept(sent) === kept;
