import { sampleContact } from '../contact.ts';
import { social } from '../social.ts';
import { step } from './step.ts';

export const looking = [
  step('health', 200, 'All is well', {
    answer: {
      status: 'ok',
      parts: { auth: 'ok', reports: 'ok', files: 'ok', notify: 'ok', shell: 'ok', resident: 'ok', admin: 'ok' },
    },
  }),
  step('config', 200, 'What pages show', {
    answer: {
      contact: { ...sampleContact, hours: 'Monday to Friday, 9:00 to 17:00' },
      social: [...social],
      statuses: [{ name: 'Open', color: '#f59e0b' }],
      issues: [{ name: 'Trash : Road side dust', documents: [] }],
      maxUploadMb: 10,
      timeZone: 'Asia/Karachi',
    },
  }),
  step('remotes', 200, 'The two frontends that the shell loads', {
    answer: {
      resident: { manifest: '/remotes/resident/mf-manifest.json' },
      admin: { manifest: '/remotes/admin/mf-manifest.json' },
    },
  }),
  step('openapi', 200, 'How it begins', { answer: { openapi: '3.1.0', info: { title: 'Tehsil reporting portal' } } }),
  step('asyncapi', 200, 'How it begins', { answer: { asyncapi: '3.0.0', info: { title: 'Tehsil reporting portal' } } }),
  step('jwks', 200, 'One key; after a rotation there are two for a while', {
    answer: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          key_ops: ['verify'],
          kid: '8xGS65a2kRLgU1auWa23cGDk_ofvb8gRFjp0oCcws68',
          x: 'wGs7iaxIgVEOGDpgc_Tv0ZazGiKZWPTWULfEQCh4j8c',
          y: 'gfLg7T3p7TexVvWODNmrE-PGMy5N_afiQqwSSJZc_O8',
        },
      ],
    },
  }),
  step('identityHealth', 200, 'What supabase-js may ask', {
    answer: { version: '', name: 'GoTrue', description: 'GoTrue is a user registration and authentication API' },
  }),
  step('identitySettings', 200, 'By e-mail alone', {
    answer: { external: { email: true, phone: false }, disable_signup: false },
  }),
];
