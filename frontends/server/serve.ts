import type { FastifyInstance } from 'fastify';

/** Listens, answers health checks, and exits on a signal or when the process that started it has ended. */
export async function serve(app: FastifyInstance, host: string, port: number) {
  const healthy = async () => ({ status: 'ok' });
  app.get('/health/live', healthy);
  app.get('/health/ready', healthy);
  const end = async () => {
    await app.close();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (process.send) process.once('disconnect', end);
  await app.listen({ host, port });
}
