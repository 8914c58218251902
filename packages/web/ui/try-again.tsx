import { useT } from '@tma/web/language/own-texts';
import type { ComponentProps } from 'react';
import type { Button } from './button.tsx';
import { TemporaryButton } from './temporary-button.tsx';

/** Tries again what could not be read. */
export function TryAgain({ look = 'plain', onClick }: Pick<ComponentProps<typeof Button>, 'look' | 'onClick'>) {
  const t = useT();
  return (
    <TemporaryButton look={look} onClick={onClick}>
      {t('ui.tryAgain')}
    </TemporaryButton>
  );
}
