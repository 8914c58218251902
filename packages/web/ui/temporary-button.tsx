import { useFocusFallback } from '@tma/web/hooks/focus';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { Button } from './button.tsx';

interface TemporaryButtonProps extends Omit<ComponentProps<typeof Button>, 'ref'> {
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A button that goes away once what it does is done. The focus, which it has then, is moved on. */
export function TemporaryButton({ ref, ...button }: TemporaryButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const shown = ref ?? own;
  useFocusFallback(shown);
  return <Button {...button} ref={shown} />;
}
