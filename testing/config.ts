import { baseImages } from '../infra/base-images.ts';

/** The only reader of the environment among the tests. */
export const testConfig = {
  /** A browser to use instead of the one found. */
  chromiumPath: process.env.CHROMIUM_PATH,
  /** Where service tests and journeys get Postgres, Kafka and Redis from: `native` or `containers` (Testcontainers). */
  backing: process.env.TEST_BACKING ?? 'native',
  postgresImage: process.env.POSTGRES_IMAGE ?? baseImages.postgres,
  kafkaImage: process.env.CP_KAFKA_IMAGE ?? 'confluentinc/cp-kafka:8.2.0',
  redisImage: process.env.REDIS_IMAGE ?? baseImages.redis,
  /** The fault suite: every fault and moment or the short selection, how often each, and the folder for logs. */
  allFaults: process.env.FAULTS === 'all',
  faultRuns: Number(process.env.FAULT_RUNS ?? 1),
  faultLogs: process.env.FAULT_LOGS,
  /** How many cases Schemathesis generates for each operation. */
  fuzzExamples: Number(process.env.FUZZ_EXAMPLES ?? 10),
  /** The file perllib/Open311.pm of mySociety's FixMyStreet, which is not part of this project, and which no package has. */
  openPm: process.env.OPEN311_PM,
};
