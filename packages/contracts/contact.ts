/** How the administration is reached, as the pages show it. */
export interface ContactValues {
  phone: string;
  email: string;
  address: string;
}

/** What a portal shows until its settings say so. */
export const sampleContact: ContactValues = {
  phone: '+92 000 0000000',
  email: 'info@example.com',
  address: 'TMA Office, Main Road',
};

/**
 * What stands in the prerendered pages until the server that sends them fills in its own. They are in texts and in
 * attributes, both of which escape alike.
 */
export const contactMarks = { phone: '{phone}', dial: '{dial}', email: '{email}', address: '{address}' } as const;

/** The values, and the number as a `tel:` link takes it (RFC 3966: no spaces). */
export const withDial = (values: ContactValues) => ({ ...values, dial: values.phone.replace(/[^+\d]/g, '') });
