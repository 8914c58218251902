import { ButtonLink } from '@tma/web/ui/button';
import { Done } from '@tma/web/ui/takes-focus';

/** Takes the place of the form. @param next the page that the way goes on to */
export const PasswordSaved = ({ text, next }: { text: string; next: { to: string; label: string } }) => (
  <>
    <Done>{text}</Done>
    <ButtonLink to={next.to}>{next.label}</ButtonLink>
  </>
);
