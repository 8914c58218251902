import { Banner } from '@tma/web/ui/banner';
import { ButtonLink } from '@tma/web/ui/button';
import { useEffect, useRef } from 'react';

/** Takes the place of the form, and the focus that it had. @param next the page that the way goes on to */
export function PasswordSaved({ text, next }: { text: string; next: { to: string; label: string } }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <div ref={box} tabIndex={-1}>
        <Banner tone="success">{text}</Banner>
      </div>
      <ButtonLink to={next.to}>{next.label}</ButtonLink>
    </>
  );
}
