import { Banner } from '@tma/web/ui/banner';
import { useT } from '../texts.ts';

/** What came of a form: the words for it when it worked, the server's reason when it did not. */
export type Said = { done: string } | { failed: string } | null;

export function Outcome({ said }: { said: Said }) {
  const t = useT();
  if (!said) return null;
  if ('done' in said) return <Banner tone="success">{said.done}</Banner>;
  return <Banner tone="error">{t('profile.failed', { message: said.failed })}</Banner>;
}
