import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, pipeline, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { ignoreStreamErrors } from '@tma/kit';
import { type ReceivedFile, readPieces, readWhole, type Storage, storeWhole } from './storage.ts';

/** How to reach a bucket. */
export interface S3Settings {
  /** The URL of the server, `https://…`. Buckets are named in the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The server does not answer, or not now (5xx, 429); kit answers with 503 by this code. */
class StorageUnavailable extends Error {
  readonly code = 'STORAGE_AWAY';
}

/** Errors are thrown, and logged where they are caught. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** How long a server may be silent, in milliseconds. */
const silentMs = 8000;
const ofCalls = { requestTimeout: 20_000, socketTimeout: silentMs, maxSockets: 64 };
/**
 * Reading a file takes as long as its reader needs, and a connection for so long: other calls have their own. The client's limit on
 * silence would count a slow reader's pauses; `untilSilent` does not.
 */
const ofReading = { requestTimeout: silentMs, socketTimeout: 0, maxSockets: 512 };

/**
 * A client of a server. Its timeouts, retries included, stay under the minute that uploads wait for their answer; a server
 * whose packets vanish is given up after 8 to 11 s of silence, as the client begins to count after 3 s.
 */
export function connectS3(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  { maxSockets, ...timeouts } = ofCalls,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 2,
    logger: silent,
    // Servers other than Amazon's do not all know its newer checksums; uploads carry their MD5, which all know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      throwOnRequestTimeout: true,
      ...timeouts,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
}

/**
 * Storage in a bucket of an S3 server. A file is first written to `folder`, because S3 needs its length before its
 * content; an object exists whole, with the checksum it was sent with, or not at all.
 * Throws an error with the code STORAGE_AWAY when the server cannot be reached or cannot serve.
 */
export function s3Storage(settings: S3Settings, folder: string): Storage {
  const { bucket } = settings;
  const client = connectS3(settings);
  const reading = connectS3(settings, ofReading);
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  async function receive(content: Readable): Promise<ReceivedFile> {
    const file = await spool(content, folder);
    return { ...file, keep: (key) => retryPut(() => client.send(putCommand(at(key), file))) };
  }

  return {
    receive,
    put: (key, content) => storeWhole(receive(content), key),

    async get(key, range) {
      const command = new GetObjectCommand({ ...at(key), Range: range && `bytes=${range.start}-${range.end}` });
      const { Body } = await orUnavailable(reading.send(command));
      if (Body instanceof Readable) return untilSilent(Body);
      throw new Error(`S3 answered ${key} without a body`);
    },

    stat: (key) => statObject(client, at(key)),

    async delete(key) {
      await orUnavailable(client.send(new DeleteObjectCommand(at(key))));
    },

    list: (folder) => listKeys(client, bucket, folder === '' ? '' : `${folder}/`),
  };
}

/** Passes on what a server sends. Ends with an error if the server is silent for too long while the reader waits. */
function untilSilent(content: Readable): Readable {
  const passed = ignoreStreamErrors(new PassThrough());
  const timer = setTimeout(() => {
    if (passed.writableNeedDrain) timer.refresh();
    else content.destroy(new StorageUnavailable('The S3 server stopped in the middle of a file'));
  }, silentMs);
  content.on('data', () => timer.refresh()).once('close', () => clearTimeout(timer));
  passed.on('drain', () => timer.refresh());
  // Whoever reads gets its error.
  pipeline(content, passed, () => {});
  return passed;
}

/** A file on this disk that waits to be sent to a server. */
interface Spooled extends Omit<ReceivedFile, 'keep'> {
  size: number;
  /** Base64, as `Content-MD5` has it. */
  md5: string;
  /** Its content from the beginning, as often as it is called. */
  stream(): Readable;
}

/** Writes a stream to a file without a name: whatever ends this process, nothing of it stays on the disk. */
async function spool(content: Readable, folder: string): Promise<Spooled> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, crypto.randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const hash = createHash('md5');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.writeFile(chunk);
      size += chunk.length;
    }
    return {
      size,
      md5: hash.digest('base64'),
      stream: () => file.createReadStream({ start: 0, autoClose: false }),
      pieces: () => readPieces(file),
      read: (allocate) => readWhole(file, allocate),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Place = { Bucket: string; Key: string };

async function statObject(client: S3Client, place: Place) {
  try {
    const { ContentLength, LastModified } = await orUnavailable(client.send(new HeadObjectCommand(place)));
    if (ContentLength === undefined || !LastModified)
      throw new Error(`S3 does not say the size and time of ${place.Key}`);
    return { size: ContentLength, modifiedAt: LastModified };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function* listKeys(client: S3Client, bucket: string, prefix: string): AsyncIterable<string> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
  for (;;) {
    const { done, value } = await orUnavailable(pages.next());
    if (done) return;
    for (const { Key } of value.Contents ?? []) if (Key !== undefined) yield Key;
  }
}

/** Throws an error that names the setting to correct when the bucket cannot be used. */
export async function checkBucket(settings: S3Settings): Promise<void> {
  const { endpoint, bucket } = settings;
  try {
    await connectS3(settings).send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) throw new Error(`There is no bucket ${bucket} at ${endpoint}: create it, or set S3_BUCKET.`);
    if (status === 403 || status === 401) {
      throw new Error(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not open the bucket ${bucket} at ${endpoint}.`);
    }
    throw new Error(`S3_ENDPOINT: ${endpoint} does not answer as an S3 server.`, { cause: error });
  }
}

const putCommand = (place: Place, { stream, size, md5 }: Spooled) =>
  new PutObjectCommand({ ...place, Body: stream(), ContentLength: size, ContentMD5: md5 });

/**
 * Tries once more if the server is unavailable. The client cannot do so itself, as it has only a stream; here the file is read
 * again.
 */
async function retryPut(put: () => Promise<unknown>): Promise<void> {
  await orUnavailable(put()).catch((error: unknown) => {
    if (error instanceof StorageUnavailable) return orUnavailable(put());
    throw error;
  });
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** What a call answers; StorageUnavailable where the server cannot serve. Other errors stay as they are. */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const status = statusOf(error);
    if (status !== undefined && status < 500 && status !== 429) throw error;
    throw new StorageUnavailable('The S3 server does not answer', { cause: error });
  }
}
