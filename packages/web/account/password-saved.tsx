import { Banner } from '@tma/web/ui/banner';
import { ButtonLink } from '@tma/web/ui/button';
import { TakesFocus } from '@tma/web/ui/takes-focus';

/** Takes the place of the form. @param next the page that the way goes on to */
export const PasswordSaved = ({ text, next }: { text: string; next: { to: string; label: string } }) => (
  <>
    <TakesFocus>
      <Banner tone="success">{text}</Banner>
    </TakesFocus>
    <ButtonLink to={next.to}>{next.label}</ButtonLink>
  </>
);
