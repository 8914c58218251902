import { KafkaContainer } from '@testcontainers/kafka';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { RedisContainer } from '@testcontainers/redis';
import { Wait } from 'testcontainers';
import { type Backing, withDatabase } from '../infra/backing/backing.ts';
import { testConfig } from './config.ts';

/** Postgres, Kafka and Redis as containers of `testcontainers`. Kafka says it is started before its port is, hence the wait for its log. */
export async function startContainers(): Promise<Backing> {
  const [postgres, kafka, redis] = await Promise.all([
    // Nothing here outlives the run: not to wait for the disk is all the faster.
    new PostgreSqlContainer(testConfig.postgresImage)
      .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
      .start(),
    new KafkaContainer(testConfig.kafkaImage)
      // Its start script writes over copies of its own files, which only root may where those are read-only.
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
