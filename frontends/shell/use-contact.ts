import { type ContactValues, contactMarks, withDial } from '@tma/contracts/portal/contact';
import { useConfig } from '@tma/web/portal-config';
import { createContext, useContext } from 'react';

/** What the page came with. */
export const GivenContact = createContext<ReturnType<typeof withDial>>(contactMarks);

/** How the administration is reached: what the page came with, which `/api/config` may correct. */
export function useContact() {
  const given = useContext(GivenContact);
  const config = useConfig();
  return config ? withDial(config.contact) : given;
}

/** Reads what the server wrote into the page. */
export const contactOf = ({ phone = '', email = '', address = '' }: Partial<ContactValues>) =>
  withDial({ phone, email, address });
