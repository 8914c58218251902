import { type ContactValues, contactMarks, withDial } from '@tma/contracts/portal/contact';
import { useConfig } from '@tma/web/api/portal-config';
import { createContext, useContext } from 'react';

/** The contact data in the page's HTML. */
export const PageContact = createContext<ReturnType<typeof withDial>>(contactMarks);

/** How to reach the administration: the contact data in the page's HTML, until `/api/config` is loaded. */
export function useContact() {
  const inPage = useContext(PageContact);
  const config = useConfig();
  return config ? withDial(config.contact) : inPage;
}

/** Reads the contact data that the server wrote into the page. */
export const contactOf = ({ phone = '', email = '', address = '' }: Partial<ContactValues>) =>
  withDial({ phone, email, address });
