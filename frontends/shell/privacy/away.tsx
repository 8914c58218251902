import { useT } from '@tma/web/language/own-texts';
import { TryAgain } from '@tma/web/ui/try-again';

/** In the place of a text that could not be loaded. A page asks once for each: it is loaded anew to try again. */
export function Away() {
  const t = useT();
  return (
    <>
      <p role="alert">{t('errors.unreachable')}</p>
      <TryAgain look="primary" onClick={() => location.reload()} />
    </>
  );
}
