import { useState } from 'react';
import { unsavedText } from '../../unsaved-input.ts';
import { CodeForm } from './code-form.tsx';
import { Confirmed } from './confirmed.tsx';
import { NumberForm } from './number-form.tsx';
import { type Phone, useKeepPhone } from './use-phone.ts';

interface PhoneNumberProps {
  userId: string;
  phone: Phone;
}

/** The mobile number to which messages go beside mails: asked for, confirmed by a code, and what goes there. */
export function PhoneNumber({ userId, phone }: PhoneNumberProps) {
  const keepPhone = useKeepPhone(userId);
  // The number to which a code is under way, also after another page. Empty: they have a code, and this page does not know of which.
  const kept = unsavedText(userId, 'phone code');
  const [sentTo, setSentTo] = useState<string | null>(kept.text || null);
  // What comes in the place of what was pressed begins with the focus.
  const [isNext, setNext] = useState(false);
  const goOn = (to: string | null) => {
    kept.keep(to ?? '');
    setSentTo(to);
    setNext(true);
  };
  const change = (now: Phone) => {
    goOn(null);
    keepPhone(now);
  };
  if (phone.verified) return <Confirmed userId={userId} phone={phone} takeFocus={isNext} onRemoved={change} />;
  if (sentTo === null) return <NumberForm userId={userId} takeFocus={isNext} onSent={goOn} />;
  return <CodeForm sentTo={sentTo} takeFocus={isNext} onAnother={() => goOn(null)} onConfirmed={change} />;
}
