import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { HttpError, tooSlow, within } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { FormData } from 'undici';
import type { Form } from '../access/reports-client.ts';

interface ReadForm {
  form: Form;
  /** The key that it names; null where it names none. */
  secret: string | null;
  /** The tehsil that it names, if that is known yet; reports reads the rest of the form. */
  jurisdiction: string | undefined;
}

/** How many bytes of a form are held before its key is known: without a key no file is stored. */
const headBytes = 256 * 1024;
/** How long that may take, in milliseconds. */
const headMs = 60_000;

/**
 * Reads a form until it names its key, and leaves the rest as a stream. Throws 400 for a malformed form, 403 for one in
 * which the key comes too late, 408.
 * @param given what the address says
 */
export async function readForm({ body, headers }: FastifyRequest, given: string | undefined): Promise<ReadForm> {
  if (body instanceof URLSearchParams) return readFields(body, given);
  if (!(body instanceof Readable))
    return { form: { body: new FormData() }, secret: given ?? null, jurisdiction: undefined };
  const type = headers['content-type'] ?? '';
  const parser = parserOf(type);
  const head: Buffer[] = [];
  const secret = given || (await within(readSecret(parser, body, head), headMs, tooSlow));
  return { form: { body: whole(head, body), type }, secret, jurisdiction: undefined };
}

/** More than reports takes (`partLimits`). */
const mostFields = 100;

/**
 * Fields without files are passed on as a multipart form. Throws 400 for very many, each of which costs more than its bytes.
 */
function readFields(fields: URLSearchParams, given: string | undefined): ReadForm {
  if (fields.size > mostFields) throw new HttpError(400, 'invalid_request', 'The form has too many parts.');
  const body = new FormData();
  for (const [name, text] of fields) if (name !== 'api_key') body.append(name, text);
  const jurisdiction = fields.get('jurisdiction_id') ?? undefined;
  return { form: { body }, secret: given || fields.get('api_key'), jurisdiction };
}

/** The part that was read, followed by the rest of the stream. */
function whole(head: readonly Buffer[], rest: Readable): Readable {
  async function* chunks() {
    yield* head;
    yield* rest;
  }
  return Readable.from(chunks(), { objectMode: false });
}

function parserOf(type: string) {
  try {
    return new Busboy({ headers: { 'content-type': type } });
  } catch (error) {
    throw malformed(error);
  }
}

/** Reads until the key is known, or nothing more comes. @param head takes what was read @returns null where it names no key */
async function readSecret(parser: ReturnType<typeof parserOf>, body: Readable, head: Buffer[]): Promise<string | null> {
  const found: { secret: string | null; error?: unknown } = { secret: null };
  parser
    .on('field', (name, value) => {
      if (name === 'api_key') found.secret ??= value;
    })
    .on('file', (_name, content) => content.on('error', () => undefined).resume())
    .on('error', (error) => {
      found.error ??= error;
    });
  const until = (event: string) =>
    new Promise<void>((resolve) => parser.once(event, resolve).once('error', () => resolve()));
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head.push(chunk);
    bytes += chunk.length;
    if (!parser.write(chunk)) await until('drain');
    if (found.error !== undefined) throw malformed(found.error);
    if (found.secret !== null) return found.secret;
    if (bytes > headBytes) throw new HttpError(403, 'forbidden', 'api_key: must come before media, or in the address');
  }
  const finished = until('finish');
  parser.end();
  await finished;
  if (found.error !== undefined) throw malformed(found.error);
  return found.secret;
}

const malformed = (cause: unknown) =>
  new HttpError(400, 'invalid_request', 'The form cannot be read: it is cut off or malformed.', { cause });
