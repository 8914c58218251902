import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { HttpError, ignoreStreamErrors } from '@tma/kit';

/** What became of a file of the form: what `take` answered, or threw. */
export type Taken<T> = { value: T } | { error: unknown };

export interface Form<T> {
  fields: Map<string, string>;
  files: Map<string, Taken<T>>;
}

interface Plan<T> {
  /** Largest file and largest form, in bytes. */
  maxFile: number;
  maxForm: number;
  /** Milliseconds in which the whole form has to arrive. */
  withinMs: number;
  /** The names under which files are taken; others are read and forgotten. */
  names: readonly string[];
  /** Takes a file as it flows; it gets one byte more than `maxFile` of a larger one. */
  take(name: string, content: Readable): Promise<T>;
}

const bounds = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 50, files: 10, parts: 60, headerPairs: 20 };
const unreadable = (cause?: unknown) =>
  new HttpError(400, 'invalid_request', 'The form cannot be read: it is cut off or malformed.', { cause });
const tooMany = () => new HttpError(400, 'invalid_request', 'The form has too many parts.');
const nameless = () => new HttpError(400, 'invalid_request', 'A part of the form has no name.');
const tooSlow = () => new HttpError(408, 'too_slow', 'The request took too long.');
const tooLarge = () => new HttpError(413, 'too_large', 'The request is too large.');

/**
 * Reads a multipart form in whatever order its parts come, handing on its files as they flow. The body is read to its
 * end also when it is refused, so that its sender hears why; only one over `maxForm` is answered before that.
 * Throws a refusal for a form that is malformed, cut off, too large, too slow or has too many parts. Every `take` has
 * ended then.
 */
export async function readForm<T>(body: Readable, headers: IncomingHttpHeaders, plan: Plan<T>): Promise<Form<T>> {
  const reader = new FormReader(headers, plan);
  try {
    await inTime(feed(body, reader, plan.maxForm), plan.withinMs);
    return await reader.end();
  } catch (error) {
    await reader.abandon(error);
    // What is still to come is read and forgotten: the sender is writing, and hears the answer only on an open connection.
    body.resume();
    throw error instanceof HttpError ? error : unreadable(error);
  }
}

async function feed(body: Readable, reader: { write(chunk: Buffer): Promise<void> }, maxForm: number): Promise<void> {
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxForm) throw tooLarge();
    await reader.write(chunk);
  }
}

async function inTime(work: Promise<void>, withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), withinMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

class FormReader<T> {
  readonly #plan: Plan<T>;
  readonly #parser: BusboyInstance;
  readonly #finished: Promise<void>;
  readonly #fields = new Map<string, string>();
  readonly #files = new Map<string, Promise<Taken<T>>>();
  readonly #flowing = new Set<PassThrough>();
  #trouble: unknown;

  constructor(headers: IncomingHttpHeaders, plan: Plan<T>) {
    this.#plan = plan;
    const { 'content-type': type = '' } = headers;
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': type },
        limits: { ...bounds, fileSize: plan.maxFile + 1 },
        isPartAFile: (name, contentType, filename) => {
          if (!name) this.#trouble ??= nameless();
          return contentType === 'application/octet-stream' || filename !== undefined;
        },
      });
    } catch (error) {
      throw unreadable(error);
    }
    this.#finished = new Promise((resolve) => {
      this.#parser.on('finish', resolve).on('error', (error) => {
        this.#trouble ??= error;
        resolve();
      });
    });
    this.#parser
      .on('field', (name, value) => this.#fields.set(name, value))
      .on('file', (name, content, filename) => this.#takeFile(name, content, filename));
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
      this.#parser.on(limit, () => {
        this.#trouble ??= tooMany();
      });
    }
  }

  /** Reads on once the parser can; after trouble the rest is let go by. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#trouble !== undefined) return this.#letGo(this.#trouble);
    if (this.#parser.write(chunk)) return;
    const drained = new Promise<void>((resolve) => this.#parser.once('drain', resolve));
    await Promise.race([drained, this.#finished]);
  }

  async end(): Promise<Form<T>> {
    if (this.#trouble === undefined) this.#parser.end();
    if (this.#trouble === undefined) await this.#finished;
    if (this.#trouble !== undefined) throw this.#trouble;
    const files = await Promise.all([...this.#files].map(async ([name, taken]) => [name, await taken] as const));
    return { fields: this.#fields, files: new Map(files) };
  }

  async abandon(error: unknown): Promise<void> {
    this.#trouble ??= error;
    this.#letGo(error);
    await Promise.all(this.#files.values());
  }

  #letGo(error: unknown) {
    for (const content of this.#flowing) content.destroy(error instanceof Error ? error : new Error('abandoned'));
  }

  #takeFile(name: string, content: BusboyFileStream, filename: string) {
    // A form may be cut off in a file that nobody takes, or no longer.
    ignoreStreamErrors(content);
    // A file field left empty is sent with an empty name.
    if (!this.#plan.names.includes(name) || filename === '') return void content.resume();
    if (this.#files.has(name)) {
      this.#trouble ??= new HttpError(400, 'invalid_request', `Please send one ${name} only.`);
      return void content.resume();
    }
    const forward = ignoreStreamErrors(new PassThrough());
    content.on('error', (error) => forward.destroy(error));
    this.#flowing.add(forward);
    const taken = this.#plan.take(name, content.pipe(forward)).then(
      (value): Taken<T> => ({ value }),
      (error: unknown): Taken<T> => ({ error }),
    );
    this.#files.set(
      name,
      taken.finally(() => {
        // Whatever of it was not wanted still has to flow by, or the form would never end.
        this.#flowing.delete(forward);
        content.unpipe(forward);
        content.resume();
      }),
    );
  }
}
