import { Readable } from 'node:stream';
import { failpoint, type Handler, HttpError, type Resident } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Reports } from '../context.ts';
import type { Sender, Stored } from '../files.ts';
import { type Form, readForm } from '../form.ts';
import { tehsilsOf } from '../people.store.ts';
import { findByKey } from '../requests.store.ts';
import { readSubmission } from '../submission.ts';
import { submit } from '../submit.ts';

const mebibyte = 1024 * 1024;
const fileNames = ['image', 'document'] as const;

/**
 * Takes a report with its files. What is wrong is said in a fixed order, wherever it stood in the form: another's user
 * id, texts that are missing, texts that are wrong, the picture, the document. What was stored of a refused one goes.
 */
export function createReport({ config, pool, log, files }: Reports): Handler<'createReport'> {
  const maxFile = config.MAX_UPLOAD_MB * mebibyte;
  const withinMs = config.UPLOAD_SECONDS * 1000;

  async function read(request: FastifyRequest, caller: Resident, id: string, tehsils: string[], sender: Sender) {
    const [tehsil] = tehsils;
    const form = await readForm<Stored | null>(bodyOf(request), request.headers, {
      maxFile,
      maxForm: 2 * maxFile + mebibyte,
      withinMs,
      names: fileNames,
      // Without a tehsil the report will be refused: its files are only read.
      take: async (name, content) => {
        if (tehsil) return files.store(name as 'image' | 'document', { reportId: id, tehsil }, sender, content);
        content.resume();
        return null;
      },
    });
    return { submission: readSubmission(form.fields, caller, tehsils), ...readFiles(form) };
  }

  return async ({ caller }, request, reply) => {
    const key = readKey(request.headers['idempotency-key']);
    const known = key && (await findByKey(pool, caller.id, key));
    if (known) {
      await readForm(bodyOf(request), request.headers, {
        maxFile,
        maxForm: 4 * maxFile,
        withinMs,
        names: [],
        take: async () => null,
      });
      return reply.send(known);
    }
    const id = uuid();
    const sender = { token: caller.token, requestId: request.id };
    const discard = () =>
      files.discard(id, sender).catch((error: Error) => log.warn({ err: error, id }, 'uploads are left to the sweep'));
    const accepted = await read(request, caller, id, await tehsilsOf(pool, caller), sender).catch(async (error) => {
      await discard();
      throw error;
    });
    const { row, first } = await submit(pool, { id, caller, key, ...accepted }).catch(async (error) => {
      // Any other failure may have come after the commit: then the report stands, and its files with it.
      if (error instanceof HttpError) await discard();
      throw error;
    });
    failpoint('report-committed');
    if (!first) await discard();
    return reply.code(first ? 201 : 200).send(row);
  };
}

function bodyOf(request: FastifyRequest): Readable {
  if (request.body instanceof Readable) return request.body;
  throw new HttpError(415, 'unsupported_media_type', 'Please send a multipart form.');
}

function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new HttpError(400, 'invalid_request', 'Idempotency-Key must be 1 to 255 printable characters.');
}

/** The stored picture and document; throws what was wrong with them, the picture's fault first. */
function readFiles({ files }: Form<Stored | null>) {
  const [image, document] = fileNames.map((name) => {
    const taken = files.get(name);
    if (taken && 'error' in taken) throw taken.error;
    if (name === 'image' && !taken) throw noImage();
    return taken?.value ?? null;
  });
  if (!image?.path) throw noImage();
  return { image: { id: image.id, path: image.path }, documentId: document?.id ?? null };
}

function noImage(): HttpError {
  const message = 'Please select an image file.';
  return new HttpError(400, 'invalid_request', message, { errors: [{ path: 'image', message }] });
}
