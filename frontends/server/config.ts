import { sampleContact } from '@tma/contracts/contact';
import { z } from 'zod';

/** A variable set to nothing counts as not set. */
const setting = (fallback: string) =>
  z
    .string()
    .default('')
    .transform((text) => text || fallback);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int(),
  CONTACT_PHONE: setting(sampleContact.phone),
  CONTACT_EMAIL: setting(sampleContact.email),
  CONTACT_ADDRESS: setting(sampleContact.address),
});

export const loadConfig = () => schema.parse(process.env);
