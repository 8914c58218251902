import { KafkaContainer } from '@testcontainers/kafka';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { RedisContainer } from '@testcontainers/redis';
import { Wait } from 'testcontainers';
import { type Backing, withDatabase } from '../infra/backing/backing.ts';
import { testConfig } from './config.ts';

/** Postgres, Kafka and Redis as containers of `testcontainers`. Kafka's port opens before the broker is ready: its log is awaited. */
export async function startContainers(): Promise<Backing> {
  const [postgres, kafka, redis] = await Promise.all([
    // The data is not needed after the run: without fsync it is faster.
    new PostgreSqlContainer(testConfig.postgresImage)
      .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
      .start(),
    new KafkaContainer(testConfig.kafkaImage)
      // Its start script overwrites copies of its own files, which only root may do where they are read-only.
      .withUser('root')
      .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
      .start(),
    new RedisContainer(testConfig.redisImage).start(),
  ]);
  const clusterUrl = postgres.getConnectionUri();
  return {
    databaseUrl: (name) => withDatabase(clusterUrl, name),
    redisUrl: redis.getConnectionUrl(),
    kafkaBrokers: [`${kafka.getHost()}:${kafka.getMappedPort(9093)}`],
    how: 'containers of this test run',
    pids: {},
    async stop() {
      await Promise.all([postgres, kafka, redis].map((container) => container.stop()));
    },
  };
}
