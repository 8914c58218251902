import { sampleContact } from '@tma/contracts/portal/contact';
import { readConfig } from '@tma/kit/config';
import { z } from 'zod';

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int(),
  CONTACT_PHONE: z.string().default(sampleContact.phone),
  CONTACT_EMAIL: z.string().default(sampleContact.email),
  CONTACT_ADDRESS: z.string().default(sampleContact.address),
  /** Whether browsers may keep the portal for when there is no network. Off: what they have kept is deleted. */
  SERVICE_WORKER: z.stringbool().default(true),
});

/** Throws a `ConfigError` that names each setting that is missing or malformed. */
export const loadConfig = () => readConfig(schema, process.env);
