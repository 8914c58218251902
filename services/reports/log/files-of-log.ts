import { operations } from '@tma/contracts';
import { callService } from '@tma/kit';
import { Pool } from 'undici';

/** Each call ends after so many milliseconds. */
const answerMs = 8000;

export type FilesOfLog = ReturnType<typeof connectFilesOfLog>;

/**
 * Where the log's files are: the files service keeps them.
 * @param url of the service files. When a call fails, 503 is thrown. @param token proves to files that this service is writing
 */
export function connectFilesOfLog(url: string, token: () => Promise<string>) {
  const pool = new Pool(new URL(url).origin, { connections: 8, connectTimeout: 1000 });
  const ask = async (method: 'GET' | 'PUT', path: string, body?: Buffer) => {
    const written = body && { body, token: await token(), headers: { 'content-type': 'application/octet-stream' } };
    const call = { name: 'ask for the signed log', method, path, ...written, signal: AbortSignal.timeout(answerMs) };
    return callService(pool, call, async ({ statusCode: status, body: bytes }) => {
      const content = Buffer.from(await bytes.bytes());
      if (status < 400 || status === 404 || status === 409) return { status, content };
      throw new Error(`files answered ${status}`);
    });
  };
  const at = (path: string, rest: string) => path.replace('{*}', rest);
  return {
    /** A part by its path below `/log`; null where there is none. */
    async read(path: string): Promise<Buffer | null> {
      const { status, content } = await ask('GET', at(operations.readLog.path, path));
      return status === 404 ? null : content;
    },
    /** @returns false where what is kept is not to be replaced by this. @param log its number */
    async keep(log: number, path: string, content: Uint8Array | string): Promise<boolean> {
      const { status } = await ask('PUT', at(operations.keepLog.path, `${log}/${path}`), Buffer.from(content));
      return status !== 409;
    },
    /** The SHA-256 of a picture as it is served, in hexadecimal digits; null once it was removed. @param image its public path */
    async hashPicture(image: string): Promise<string | null> {
      const name = image.slice(image.lastIndexOf('/') + 1);
      const { status, content } = await ask('GET', operations.hashPicture.path.replace('{name}', name));
      return status === 404 ? null : operations.hashPicture.answers[200].parse(JSON.parse(String(content))).sha256;
    },
    close: () => pool.close(),
  };
}
