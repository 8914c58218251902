import { Button } from '@tma/web/ui/button';
import { useT } from '../texts.ts';

/** In the place of a text that could not be loaded. A page asks once for each: it is loaded anew to try again. */
export function Away() {
  const t = useT();
  return (
    <>
      <p role="alert">{t('closure.away')}</p>
      <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
    </>
  );
}
