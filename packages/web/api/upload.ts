/** Calls that carry files. `fetch` does not report the progress of an upload; XMLHttpRequest does. */
import { roleHeader } from '@tma/contracts/roles';
import { ApiError, readError } from '@tma/web/api/api-error';
import { addressOf, answered, type CallOptions } from '@tma/web/api/call';
import type { Answer, Body, Call } from '@tma/web/api/operation-types';
import { longestUpload } from '@tma/web/network/longest-upload';

type Upload = { [C in Call]: Body<C> extends FormData ? C : never }[Call];

interface UploadOptions<C extends Upload> extends CallOptions<C> {
  body: Body<C>;
  /** @param share how much of the body has been sent, from 0 to 1 */
  onProgress: (share: number) => void;
}

/** Sends a form and returns the operation's JSON. Throws `ApiError`, or the signal's reason when it was aborted. */
export function upload<C extends Upload>(name: C, options: UploadOptions<C>): Promise<Answer<C>> {
  const { body, token, headers, signal, onProgress } = options;
  const { method, url } = addressOf(name, options);
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    for (const [header, value] of Object.entries(headers ?? {})) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    const fail = () => reject(new ApiError(0, 'unreachable', ''));
    request.onload = () => {
      answered.notify({ token, role: request.getResponseHeader(roleHeader) });
      const { status, responseText } = request;
      const answer = parsed(responseText);
      if (status < 200 || status >= 300) reject(readError(status, answer, request.getResponseHeader('retry-after')));
      // What stands between may answer too, with a page of its own.
      else if (answer === undefined && responseText !== '') fail();
      else resolve(answer as Answer<C>);
    };
    request.timeout = longestUpload;
    request.ontimeout = fail;
    request.onerror = fail;
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/** Undefined where the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether sending failed only because it was stopped. */
export const wasStopped = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
