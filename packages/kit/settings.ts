/** The schemas of settings that several processes read. */
import { isIP } from 'node:net';
import { limits } from '@tma/contracts/limits';
import { sampleContact } from '@tma/contracts/portal/contact';
import { z } from 'zod';

/**
 * What a setting's schema has beside its type: `.meta({ description, … })`. A setting with a description is for
 * operators: `npm run manifests` writes README's table, compose.yaml and the settings of Kubernetes from it. Settings
 * with the same description share a row.
 */
declare module 'zod' {
  interface GlobalMeta {
    /** Its default in words, where it has none in its schema or one that says nothing. */
    fallback?: string;
    /** In Kubernetes it is in the secret of its process. */
    inSecret?: true;
  }
}

export const url = z.url('must be a URL');
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be http://… or https://…' });

const noOrigin = 'must be http://… or https://…, without a path';
/** PUBLIC_URL: the portal is one origin. */
export const publicUrl = z
  .url({ protocol: /^https?$/, error: noOrigin })
  .regex(/^https?:\/\/[^/\\?#@\s]+\/*$/i, noOrigin)
  .transform((text) => text.replace(/\/+$/, ''));

/** How often something may happen: a whole number. @param description what is counted, for whom and in what time */
export const rateLimit = (fallback: number, description: string) =>
  z.coerce.number().int().min(1).default(fallback).meta({ description });

/** RATE_LIMIT_LINKS: links that only the recipient of a mail can know. */
export const unknownLinks = rateLimit(
  30,
  "unknown links of closures per IP and hour, and as many of administrators' new passwords and of invitations to an office",
);

/** RATE_LIMIT_DOWNLOADS: a download may have millions of rows. */
export const listDownloads = rateLimit(
  120,
  'lists of reports as CSV per administrator and hour, and as many of the audit log',
);

/** A list written with commas; empty items are dropped. */
export const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** The URL of a Postgres database. pg silently takes an `sslmode` that it does not know for the strictest. */
export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL, postgres://…' })
  .refine(
    (text) => /^(disable|prefer|require|verify-ca|verify-full|no-verify|)$/.test(queryOf(text).get('sslmode') ?? ''),
    'must have an sslmode that pg knows, best verify-full',
  )
  .refine(
    (text) => !/^(prefer|require|verify)/.test(queryOf(text).get('sslmode') ?? '') || !hasAddress(text),
    'must give the host by its name: pg compares the certificate of an address with localhost',
  );

/** Of URLs whose clients fail where they cannot decode it. nodemailer takes such a % as it is, and so does pg in most places. */
const badPercent = 'has a % that must be %25';

export const redisUrl = z
  .url({ protocol: /^rediss?$/, error: 'must be a URL, redis://… or rediss://…' })
  .refine(hasWholeLogin, 'names a user without a password')
  .refine(canBeDecoded, badPercent);

/** The URL of an SMTP server, as nodemailer reads it. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' })
  .refine(hasWholeLogin, 'names a user without a password');

const queryOf = (text: string) => (URL.parse(text) ?? new URL('none:')).searchParams;

/** Whether a URL with a user has a password too. */
function hasWholeLogin(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  return username === '' || password !== '';
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const hasAddress = (text: string) => isIP((URL.parse(text)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1')) > 0;

const mechanisms = ['scram-sha-512', 'scram-sha-256', 'plain'] as const;

export const backing = {
  description: 'backing services that run already; over TLS `postgres://…?sslmode=verify-full`, `rediss://…`',
  fallback: '',
};
const kafkaUser = {
  description: "Kafka's user; `scram-sha-256` or, over TLS alone, `plain`",
  fallback: 'none; `scram-sha-512`',
};

/** As kafkajs reads it: an address of IPv6 would end at its first colon. */
const broker = /^[^\s:/]+:\d{1,5}$/;

/** The settings of Kafka; which of them fit together is checked by `kafkaServers`. */
export const kafkaConfig = z.object({
  KAFKA_BROKERS: commaList
    .refine((brokers) => brokers.length > 0, 'must name at least one host:port')
    .refine((brokers) => brokers.every((one) => broker.test(one)), 'must be host:port, several with commas')
    .meta(backing),
  KAFKA_SSL: z
    .stringbool('must be true or false')
    .optional()
    .meta({ description: 'whether connections to Kafka use TLS', fallback: '`false`' }),
  KAFKA_USERNAME: z.string().optional().meta(kafkaUser),
  KAFKA_PASSWORD: z.string().optional().meta(kafkaUser),
  /** scram-sha-512 where there is a user and nothing else is said. */
  KAFKA_SASL_MECHANISM: z
    .string()
    .toLowerCase()
    .pipe(z.enum(mechanisms, `must be one of ${mechanisms.join(', ')}`))
    .optional()
    .meta(kafkaUser),
});

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};
/** Offsets and abbreviations, which Postgres reads otherwise than JavaScript: `+05:00` as west of Greenwich, `CET` without summer time. */
const offsetOrAbbreviation = /^([+-]|(?!UTC|GMT)[A-Z]{3}$)/i;
/** TIME_ZONE: where days begin and end. */
export const timeZone = z
  .string()
  .refine((name) => !offsetOrAbbreviation.test(name) && isTimeZone(name), 'must be a time zone such as Asia/Karachi')
  .default('Asia/Karachi')
  .meta({ description: 'where days begin and end, on pages and in mails' });

export const uploadMb = z.coerce
  .number()
  .positive()
  .max(1000)
  .default(limits.uploadMb)
  .meta({ description: 'largest size of one picture or document' });

/** Where uploads are scanned for viruses; without it they are not. */
export const scannerUrl = z
  .string()
  .regex(
    /^(clamd:\/\/([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?\/?|(clamd:\/\/)?\/[^\s]+)$/,
    'must be clamd://host:port or the path of a Unix socket',
  )
  .optional()
  .meta({
    description: 'a clamd that scans each upload before it is kept, `clamd://host:port` or the path of its Unix socket',
    fallback: 'none: pages of administrators say that documents are not checked for viruses',
  });

/** The Kannel that messages go to (kannel.org, `sendsms`); without it, outside production, the mailbox gets them. */
export const smsUrl = z
  .url({ protocol: /^kannel$/, error: 'must be kannel://user:password@host:port' })
  .refine((text) => /^kannel:\/\/[^:@/]+:[^@/]+@[^/]+:\d+\/?$/.test(text), 'must be kannel://user:password@host:port')
  .refine(canBeDecoded, badPercent)
  .optional()
  .meta({
    description: 'a Kannel that sends messages to telephones, `kannel://user:password@host:port` of its sendsms',
    fallback: 'the development mailbox; in production none are sent',
    inSecret: true,
  });

const countryCodes = z.array(z.string().regex(/^[A-Z]{2}$/, 'must be codes of countries such as PK'));
/** SMS_COUNTRIES. */
export const smsCountries = commaList
  .transform((names) => (names.length > 0 ? names.map((name) => name.toUpperCase()) : ['PK']))
  .pipe(countryCodes)
  .meta({
    description:
      'countries whose mobile numbers are accepted, comma-separated; a number without a country code is of the first',
    fallback: '`PK`',
  });

const contact = { description: 'the footer and the contact page', fallback: 'samples' };
/** How the administration is reached. */
export const contactSettings = {
  CONTACT_PHONE: z.string().default(sampleContact.phone).meta(contact),
  CONTACT_EMAIL: z.email('must be an e-mail address').default(sampleContact.email).meta(contact),
  CONTACT_ADDRESS: z.string().default(sampleContact.address).meta(contact),
};

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
/** A secret of 32 bytes in base64url, with which keys are sealed; read as its bytes. */
export const sealingSecret = z
  .string()
  .refine((text) => /^[\w-]+=?$/.test(text) && bytesOf(text).length === 32, 'must be 32 bytes in base64url')
  .transform(bytesOf);

/** OPEN311_SECRET. */
export const systemSecret = sealingSecret.meta({
  description:
    'of open311, reports and files, 32 bytes in base64url: signs what open311 asks of the others in the name of other systems',
  fallback: 'made once; with compose by `compose-secrets.sh`',
});

/** LOG_FILES_SECRET. */
export const logFilesSecret = sealingSecret.meta({
  description:
    'of reports and files, 32 bytes in base64url: signs what reports writes into the files of the signed log',
  fallback: 'made once; with compose by `compose-secrets.sh`',
});

/** The settings of the key that makes administrators. With `ADMIN_SECRET_KEY_FILE` it may change while a process runs. */
export const adminKeySettings = {
  ADMIN_SECRET_KEY: z.string().min(8, 'must have at least 8 characters').meta({
    description: 'registers administrators; in production 16 characters or more',
    fallback: 'made once, printed',
  }),
  ADMIN_SECRET_KEY_FILE: z.string().optional(),
  RATE_LIMIT_SECRETS: rateLimit(10, 'wrong secret keys per IP and hour'),
};

const adminKeyLength = 16;

/** For `refine` of a schema with these settings: the key registers administrators, so in production it is long. */
export const adminKeyRule: [(given: AdminKeyGiven) => boolean, { path: string[]; error: string }] = [
  ({ NODE_ENV, ADMIN_SECRET_KEY: key }) => NODE_ENV !== 'production' || !key || key.length >= adminKeyLength,
  { path: ['ADMIN_SECRET_KEY'], error: `must have at least ${adminKeyLength} characters in production` },
];

interface AdminKeyGiven {
  NODE_ENV: string;
  ADMIN_SECRET_KEY?: string | undefined;
}
