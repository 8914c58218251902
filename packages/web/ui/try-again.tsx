import { useFocusFallback } from '@tma/web/hooks/focus';
import { useT } from '@tma/web/language/own-texts';
import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

/** Tries again what could not be read. As what it says is over by then, it goes away with the focus, which is moved on. */
export function TryAgain({ look = 'plain', onClick }: Pick<ComponentProps<typeof Button>, 'look' | 'onClick'>) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
  return (
    <Button ref={button} look={look} onClick={onClick}>
      {t('ui.tryAgain')}
    </Button>
  );
}
