import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** In bytes, or characters of a text. A smaller one the system takes at once. */
const largeAnswer = 64 * 1024;
/** Of all large ones together that are not read yet. */
const mostHeld = 32 * 2 ** 20;

/**
 * Bounds what callers who do not read make this process hold: an answer of one piece waits here whole until it is read. Where they are too
 * much, those end that have waited longest: whoever reads has had theirs before.
 */
export function boundHeldAnswers(app: FastifyInstance) {
  const held = new Map<ServerResponse, number>();
  let total = 0;
  const forget = (answer: ServerResponse) => {
    total -= held.get(answer) ?? 0;
    held.delete(answer);
  };
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const size = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    if (size <= largeAnswer) return done(null, payload);
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
