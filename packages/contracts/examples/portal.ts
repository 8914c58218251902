import { limits } from '../limits.ts';
import { frontends, services } from '../parts.ts';
import { sampleContact, social } from '../portal/contact.ts';
import { step } from './step.ts';

export const looking = [
  step('health', 200, 'All is well', {
    answer: {
      status: 'ok',
      version: '1.0.0',
      parts: Object.fromEntries([...services, ...frontends].map((name) => [name, 'ok'])),
    },
  }),
  step('config', 200, 'What pages show', {
    answer: {
      url: 'https://portal.example.com',
      contact: { ...sampleContact, hours: 'Monday to Friday, 9:00 to 17:00' },
      social: [...social],
      statuses: [{ name: 'Open', code: 'open', phase: 'open', color: '#f59e0b' }],
      issues: [{ name: 'Trash : Road side dust', code: 'road-side-dust', documents: [] }],
      maxUploadMb: limits.uploadMb,
      filesScanned: false,
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
];
