/** What every process does alike, with or without a database: log, report its health, listen, end. */
import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { ConfigError, type ProcessConfig } from './config.ts';
import type { App } from './http/app.ts';
import { traceOfLog } from './tracing/index.ts';
import { within } from './within.ts';

/** Lines are written in batches: by itself each costs as much as a small request. A fatal one is written at once. */
const standardOutput = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });

/** A log of JSON lines on standard output, each with its trace's id. @param name of the process, in every line */
export const createLog = (name: string, level: string): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      mixin: traceOfLog,
      // What Postgres adds to its errors has values of rows in it.
      redact: {
        paths: ['*.password', '*.token', '*.email', 'err.detail', 'err.where', 'err.internalQuery'],
        remove: true,
      },
    },
    standardOutput,
  );

/** Reads the configuration. A `ConfigError` is printed plainly, without a stack, and the process exits with 1. */
export function exitOnConfigError<C>(readConfig: () => C): C {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Adds `/health/live` (the process answers) and `/health/ready` (so does everything it cannot work without, within a second;
 * 503 otherwise). @param needs the dependencies by name; each check rejects when its dependency is away
 */
export function addHealth(app: App, needs: Record<string, () => Promise<unknown>>) {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(needs).map(async ([name, ping]) => [name, await stateOf(ping)] as const),
    );
    const ready = parts.every(([, state]) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'down', parts: Object.fromEntries(parts) });
  });
}

const stateOf = (ping: () => Promise<unknown>) =>
  within(ping(), 1000, () => new Error('too late')).then(
    () => 'ok',
    () => 'down',
  );

/**
 * Listens. On a signal, or when the parent that started the process is gone, it stops taking requests, finishes those under
 * way and calls `close`; after 8 s it exits all the same.
 */
export async function listen(app: App, config: ProcessConfig, close: () => Promise<void>): Promise<void> {
  const grace = closeWithGrace({ delay: 8000, logger: app.log }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'ending after an error');
    await app.close();
    await close();
  });
  if (process.send) process.once('disconnect', () => grace.close());
  const where = { host: config.HOST, port: config.PORT, reusePort: config.REUSE_PORT };
  await app.listen(where);
  app.log.info({ port: config.PORT }, 'ready');
}
