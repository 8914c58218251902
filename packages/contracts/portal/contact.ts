/** How the administration is reached, as the pages show it. */
export interface ContactValues {
  phone: string;
  email: string;
  address: string;
}

/** The contact of a portal whose settings name none. */
export const sampleContact: ContactValues = {
  phone: '+92 000 0000000',
  email: 'info@example.com',
  address: 'TMA Office, Main Road',
};

/**
 * The placeholders in prerendered pages that the server replaces by the portal's own contact. They are in texts and in
 * attributes; HTML escapes both alike.
 */
export const contactMarks = { phone: '{phone}', dial: '{dial}', email: '{email}', address: '{address}' } as const;

/** Adds the number as a `tel:` link takes it (RFC 3966: no spaces). */
export const withDial = (values: ContactValues) => ({ ...values, dial: values.phone.replace(/[^+\d]/g, '') });

/** The administration's accounts elsewhere. */
export const social = [
  { name: 'Facebook', url: 'https://www.facebook.com/' },
  { name: 'X', url: 'https://x.com/' },
  { name: 'Instagram', url: 'https://www.instagram.com/' },
] as const;
