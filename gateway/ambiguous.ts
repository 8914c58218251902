import type { IncomingMessage } from 'node:http';
import type { App } from '@tma/kit/http/app';
import { HttpError } from '@tma/kit/http/http-error';
import { closeAfterAnswer } from './limits/exchange.ts';

/**
 * Answers 400 to a request that two HTTP parsers may read differently, before anything of it is forwarded: with such
 * requests others are smuggled past a proxy (RFC 9112, 11.2). Node refuses most of them; this refuses what Node lets
 * through. The connection closes, and what followed in the same packet is not handled: it is unknown where that begins.
 */
export function refuseAmbiguousRequests(app: App) {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const isRefused = !isUnambiguous(raw);
    if (!isRefused && raw.headers.upgrade === undefined) return done();
    // Whoever asks for another protocol may use it from here on, and Node drops what it read after such a request.
    closeAfterAnswer(reply);
    const error = isRefused ? new HttpError(400, 'invalid_request', 'The request cannot be read.') : undefined;
    // Not at once: if the answer ends while Node still parses the packet, Node answers the rest of the packet, too.
    queueMicrotask(() => done(error));
  });
}

/** Paths that the URL standard reads otherwise than the routes: with a backslash, dots that lead upwards, or a `#`. */
const ambiguousPath = /^[^?]*(\\|\/(\.|%2e){1,2}([/?]|$))|#/i;

function isUnambiguous({ url = '', method, httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (!url.startsWith('/') && method !== 'OPTIONS') return false;
  if (ambiguousPath.test(url)) return false;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1;
  if (hosts === 0) return httpVersion === '1.0';
  return hosts === 1 && /^[\w.:[\]-]*$/.test(headers.host ?? '');
}

/** The path of a request in absolute form (`GET http://host/path`), which every server must accept (RFC 9112, 3.2.2). */
export const originForm = ({ url = '' }: { url?: string }): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
};
