import type { FastifyInstance } from 'fastify';

/** Listens, says that it is alive and ready, and ends on a signal or when the process that started it is gone. */
export async function serve(
  app: FastifyInstance,
  host: string,
  port: number,
  close: () => Promise<void> = async () => {},
) {
  const healthy = async () => ({ status: 'ok' });
  app.get('/health/live', healthy);
  app.get('/health/ready', healthy);
  const end = async () => {
    await Promise.all([app.close(), close()]);
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (process.send) process.once('disconnect', end);
  await app.listen({ host, port });
}
