export * from './app.ts';
export { listenToChannel } from './channel.store.ts';
export * from './config.ts';
export { connectDb, type Db, isUnavailable, migrate, type Pool, type Tx, transaction, violates } from './db.ts';
export { failpoint } from './failpoints.ts';
export * from './html.ts';
export * from './http-error.ts';
export type { EventHandlers, EventInfo } from './inbox.ts';
export {
  connectKafka,
  type DeadLetter,
  type DeadLetters,
  ensureTopics,
  type Kafka,
  openDeadLetters,
  pingKafka,
  type Received,
  skipToEnd,
  type TopicPlan,
  tailTopics,
} from './kafka/index.ts';
export { addGauge, addMetrics, Counter, type Registry } from './metrics.ts';
export { forgetDeadLetters } from './outbox.store.ts';
export { appendEvent } from './outbox.ts';
export * from './pause.ts';
export * from './postgrest.ts';
export type { Redis } from './redis.ts';
export * from './repeat.ts';
export * from './routes.ts';
export {
  addHealth,
  type BaseParts,
  createLog,
  exitOnConfigError,
  issuerOf,
  listen,
  type Parts,
  type ServicePlan,
  startService,
} from './service.ts';
export type { EndedSessions } from './sessions.ts';
export * from './streams.ts';
export type { Admin, Caller, Resident, Tokens } from './tokens.ts';
export { inSpan, startCall, startTracing, traceHeaders, traceparent, withTraceparent } from './tracing/index.ts';
