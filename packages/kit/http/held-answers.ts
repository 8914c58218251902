import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** From which size an answer is large, in bytes. The system takes a smaller one at once. */
const largeAnswer = 64 * 1024;
/** The most that all large answers may have together while they are not read. */
const mostHeld = 32 * 2 ** 20;

/**
 * Bounds the memory for answers that callers do not read: an answer in one piece stays here until it is read. When they
 * are too large together, the connections that have waited longest are ended: callers who read would have had their
 * answer by then.
 */
export function boundHeldAnswers(app: FastifyInstance) {
  const held = new Map<ServerResponse, number>();
  let total = 0;
  const forget = (answer: ServerResponse) => {
    total -= held.get(answer) ?? 0;
    held.delete(answer);
  };
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    // What is written in Urdu has twice as many bytes as characters.
    const size = typeof payload === 'string' || payload instanceof Uint8Array ? Buffer.byteLength(payload) : 0;
    // That of a caller who has gone is dropped at once, and no `close` comes any more.
    if (size <= largeAnswer || raw.destroyed) return done(null, payload);
    forget(raw);
    held.set(raw, size);
    total += size;
    raw.once('close', () => forget(raw));
    for (const answer of held.keys()) {
      if (total <= mostHeld || answer === raw) break;
      forget(answer);
      answer.destroy();
    }
    done(null, payload);
  });
}
