/** The operations that the gateway answers itself. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { phases } from '../reports/statuses.ts';

const gateway = { service: 'gateway', who: 'anyone', errors: 'problem' } as const;
const Remote = z.object({ manifest: z.string() });
/** The version of the portal, and `ok` or `down` by the name of each part. */
const Health = { version: z.string(), parts: z.record(z.string(), z.string()) };

export const portalOperations = {
  config: operation('GET /api/config', {
    ...gateway,
    summary: 'What the pages show of this portal',
    answers: {
      200: z.object({
        /** Where people reach the portal, whatever address somebody in the office has opened it by. */
        url: z.string(),
        contact: z.object({ phone: z.string(), email: z.string(), address: z.string(), hours: z.string() }),
        social: z.array(z.object({ name: z.string(), url: z.string() })),
        statuses: z.array(z.object({ name: z.string(), code: z.string(), phase: z.enum(phases), color: z.string() })),
        issues: z.array(z.object({ name: z.string(), code: z.string(), documents: z.array(z.string()) })),
        maxUploadMb: z.number(),
        /** Whether uploads are scanned for viruses before they are kept. */
        filesScanned: z.boolean(),
        timeZone: z.string(),
      }),
    },
  }),
  remotes: operation('GET /remotes.json', {
    ...gateway,
    summary: 'Where the frontends are',
    answers: { 200: z.object({ resident: Remote, admin: Remote }) },
  }),
  health: operation('GET /health', {
    ...gateway,
    summary: 'Whether every part is up',
    answers: {
      200: z.object({ status: z.literal('ok'), ...Health }),
      503: z.object({ status: z.literal('down'), ...Health }),
    },
  }),
  openapi: operation('GET /openapi.json', {
    ...gateway,
    summary: 'This contract as OpenAPI 3.1',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  asyncapi: operation('GET /asyncapi.json', {
    ...gateway,
    summary: 'The events as AsyncAPI 3.0',
    answers: { 200: z.looseObject({ asyncapi: z.string() }) },
  }),
};
