export * from './app.ts';
export * from './config.ts';
export { connectDb, type Db, isUnavailable, migrate, type Pool, type Tx, transaction, violates } from './db.ts';
export { failpoint } from './failpoints.ts';
export type { EventHandlers, EventInfo } from './inbox.ts';
export {
  connectKafka,
  ensureTopics,
  type Kafka,
  type Letter,
  type Letters,
  openLetters,
  pingKafka,
  type Received,
  skipToEnd,
  type TopicPlan,
  tailTopics,
} from './kafka/index.ts';
export { listenOn } from './listen.store.ts';
export { addGauge, addMetrics, Counter, type Registry } from './metrics.ts';
export { forgetDeadLetters } from './outbox.store.ts';
export { append } from './outbox.ts';
export * from './pause.ts';
export * from './postgrest.ts';
export type { Redis } from './redis.ts';
export * from './refusal.ts';
export * from './repeat.ts';
export * from './routes.ts';
export {
  addHealth,
  type BaseParts,
  createLog,
  issuerOf,
  listen,
  orExit,
  type Parts,
  type ServicePlan,
  startService,
} from './service.ts';
export type { EndedSessions } from './sessions.ts';
export * from './streams.ts';
export type { Admin, Caller, Resident, Tokens } from './tokens.ts';
export { inSpan, startCall, startTracing, traceHeaders, traceparent, within } from './tracing/index.ts';
