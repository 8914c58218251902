import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { HttpError, ignoreStreamErrors, tooSlow, within } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { FileKind, StoredFile, Uploads } from './files-client.ts';

/** What became of a file of the form: what storing it returned, or the error it threw. */
export type FileResult = { stored: StoredFile | null } | { error: unknown };

export interface Form {
  /** The texts by field name; if a name comes several times, the last. */
  fields: Map<string, string>;
  /** All texts by field name, in their order. */
  lists: Map<string, string[]>;
  files: Map<FileKind, FileResult>;
}

export interface FileFields {
  /** The kind of file in each field, by the field's name. */
  kinds: Readonly<Record<string, FileKind>>;
  /** If a kind comes several times, the first file is taken, others are dropped; without this the form is refused. */
  takesFirst?: true;
}
const ownFields: FileFields = { kinds: { image: 'image', document: 'document' } };

const mebibyte = 1024 * 1024;
const partLimits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 50, files: 10, parts: 60, headerPairs: 20 };
/** The most characters of all texts of a form: dozens of forms are under way at once, and keep theirs to the end. */
const mostText = 256 * 1024;
const badForm = (message: string, cause?: unknown) => new HttpError(400, 'invalid_request', message, { cause });
const tooLarge = () => new HttpError(413, 'too_large', 'The request is too large.');
const unreadable = (cause: unknown) => badForm('The form cannot be read: it is cut off or malformed.', cause);

/**
 * Reads a multipart form whose parts come in any order, and stores its files while they arrive. Without `uploads` the
 * files are read and dropped. The body is read to its end even when the form is refused: the sender is still writing,
 * and gets the answer only on an open connection. Only a body that is too large or too slow is answered earlier.
 * Throws 415 for another body, 400 for a form that is malformed, cut off or has too many parts, 413, 408. By then no
 * file is being stored any more.
 */
export async function readForm(
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
  { MAX_UPLOAD_MB, UPLOAD_SECONDS }: { MAX_UPLOAD_MB: number; UPLOAD_SECONDS: number },
  uploads?: Uploads,
  fileFields = ownFields,
): Promise<Form> {
  if (!(body instanceof Readable)) {
    throw new HttpError(415, 'unsupported_media_type', 'Please send a multipart form.');
  }
  const maxFile = MAX_UPLOAD_MB * mebibyte;
  // Two files, and a mebibyte for the texts.
  const maxForm = 2 * maxFile + mebibyte;
  const reader = new FormReader(headers, maxFile, uploads, fileFields);
  try {
    await within(pump(body, reader, maxForm), UPLOAD_SECONDS * 1000, tooSlow);
    return await reader.finish();
  } catch (error) {
    await reader.abort(error);
    body.resume();
    throw error instanceof HttpError ? error : unreadable(error);
  }
}

async function pump(body: Readable, reader: FormReader, maxForm: number): Promise<void> {
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxForm) throw tooLarge();
    await reader.write(chunk);
  }
}

/** A busboy parser that keeps the first error and waits for the files that it forwards. */
class FormReader {
  readonly #uploads: Uploads | undefined;
  readonly #parser: BusboyInstance;
  readonly #finished: Promise<void>;
  readonly #fileFields: FileFields;
  readonly #fields: Form['fields'] = new Map();
  readonly #lists: Form['lists'] = new Map();
  /** Characters of all texts so far. */
  #text = 0;
  readonly #files = new Map<FileKind, Promise<FileResult>>();
  /** The contents of files that are being stored. */
  readonly #open = new Set<PassThrough>();
  #error: unknown;

  constructor(headers: IncomingHttpHeaders, maxFile: number, uploads: Uploads | undefined, fileFields: FileFields) {
    this.#uploads = uploads;
    this.#fileFields = fileFields;
    const { 'content-type': type = '' } = headers;
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': type },
        // Of a larger file the files service gets one byte too many, and refuses it.
        limits: { ...partLimits, fileSize: maxFile + 1 },
        isPartAFile: (name, contentType, filename) => {
          if (!name) this.#fail(badForm('A part of the form has no name.'));
          return contentType === 'application/octet-stream' || filename !== undefined;
        },
      });
    } catch (error) {
      throw unreadable(error);
    }
    this.#finished = new Promise((resolve) => {
      this.#parser.on('finish', resolve).on('error', (error) => {
        this.#fail(error);
        resolve();
      });
    });
    this.#parser
      .on('field', (name, value) => {
        this.#text += value.length;
        if (this.#text > mostText) return this.#fail(tooLarge());
        this.#fields.set(name, value);
        this.#lists.set(name, [...(this.#lists.get(name) ?? []), value]);
      })
      .on('file', (name, content, filename) => this.#readFile(name, content, filename));
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
      this.#parser.on(limit, () => this.#fail(badForm('The form has too many parts.')));
    }
  }

  /** Parses a chunk and waits until the parser accepts more; after an error chunks are dropped. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#error !== undefined) return this.#destroyOpen(this.#error);
    if (this.#parser.write(chunk)) return;
    const drained = new Promise<void>((resolve) => this.#parser.once('drain', resolve));
    await Promise.race([drained, this.#finished]);
  }

  /** Ends the form and waits for its files. */
  async finish(): Promise<Form> {
    if (this.#error === undefined) this.#parser.end();
    if (this.#error === undefined) await this.#finished;
    if (this.#error !== undefined) throw this.#error;
    const files = await Promise.all([...this.#files].map(async ([kind, result]) => [kind, await result] as const));
    return { fields: this.#fields, lists: this.#lists, files: new Map(files) };
  }

  /** Aborts storing the files, and waits until that has ended. */
  async abort(error: unknown): Promise<void> {
    this.#fail(error);
    this.#destroyOpen(error);
    await Promise.all(this.#files.values());
  }

  #fail(error: unknown) {
    this.#error ??= error;
  }

  #destroyOpen(error: unknown) {
    for (const content of this.#open) content.destroy(error instanceof Error ? error : new Error('aborted'));
  }

  #readFile(name: string, content: BusboyFileStream, filename: string) {
    // A form may be cut off in a file that is not read, or not any more.
    ignoreStreamErrors(content);
    const { kinds, takesFirst } = this.#fileFields;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    // Browsers send an empty file field with an empty name.
    if (!kind || !this.#uploads || filename === '') return void content.resume();
    if (this.#files.has(kind)) {
      if (!takesFirst) this.#fail(badForm(`Please send one ${kind} only.`));
      return void content.resume();
    }
    this.#files.set(kind, this.#storeFile(kind, content, this.#uploads));
  }

  async #storeFile(kind: FileKind, content: BusboyFileStream, uploads: Uploads): Promise<FileResult> {
    const forward = ignoreStreamErrors(new PassThrough());
    content.on('error', (error) => forward.destroy(error));
    this.#open.add(forward);
    try {
      return { stored: await uploads.store(kind, content.pipe(forward)) };
    } catch (error) {
      return { error };
    } finally {
      // The rest of the file still has to be read, or the form would never end.
      this.#open.delete(forward);
      content.unpipe(forward);
      content.resume();
    }
  }
}
