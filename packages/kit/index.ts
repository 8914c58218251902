/** README.md says what to open. The gateway needs neither Postgres nor Kafka, and imports single files: 36 MB less. */

export { type Act, noteAct } from './acts.ts';
export { inBatches } from './batches.ts';
export { callService, refusalIn } from './call-service.ts';
export { CommandFailed, printAnswer, withDb } from './command.ts';
export * from './config.ts';
export {
  afterCommit,
  connectDb,
  type Db,
  type Pool,
  type Tx,
  transaction,
  violates,
} from './db.ts';
export { westernDigits } from './digits.ts';
export { failpoint } from './failpoints.ts';
export * from './html.ts';
export { type App, createApp, serverTimes } from './http/app.ts';
export { tokenError } from './http/error-forms.ts';
export { isNotModified, sendIfUnchanged, sendJson, weakEtag } from './http/etag.ts';
export {
  accountErased,
  fieldError,
  HttpError,
  invalidField,
  missingField,
  notFound,
  requireId,
  tooSlow,
  unavailable,
  unknownLink,
} from './http/http-error.ts';
export { languageOf } from './http/language.ts';
export { networkOf } from './http/network.ts';
export { addRoutes, type Handler, refuseOtherMethods, routePath } from './http/routes.ts';
export { sendError } from './http/send-error.ts';
export type { EventChecks, EventHandlers, EventInfo } from './inbox.ts';
export {
  connectKafka,
  type DeadLetter,
  type DeadLetters,
  ensureTopics,
  type KafkaAccess,
  type KafkaServers,
  kafkaAccess,
  kafkaServers,
  openDeadLetters,
  type Received,
  skipToEnd,
  type TopicPlan,
  tailTopics,
} from './kafka/index.ts';
export {
  createLinkCode,
  createLinkKeys,
  createLinkToken,
  type LinkKeys,
  type MailedLink,
  requireSigned,
  rotateLinkKey,
  signLink,
} from './links.ts';
export { addGauge, addMetrics, Counter, type Registry, version } from './metrics.ts';
export { kitSchema, migrate, numberedFiles, restoreFunctions } from './migrate.ts';
export { mobileNumber } from './mobile-number.ts';
export { forgetDeadLetters, hasAppended, holdOutbox } from './outbox.store.ts';
export { appendEvent } from './outbox.ts';
export { type BaseParts, issuerOf, type Parts } from './parts.ts';
export { pause } from './pause.ts';
export { answerRows, answerUnchanged, type Page, type Rows } from './postgrest/answer.ts';
export { type RestQuery, type RestTable, readQuery, readRow } from './postgrest/query.ts';
export { addHealth, createLog, exitOnConfigError, listen } from './process.ts';
export { createLimit, type Limit, limitsOn, tooMany } from './rate-limits.ts';
export { connectRedis, type Redis } from './redis.ts';
export { repeat } from './repeat.ts';
export { affectedRows, allRows, allValues, anyRow, execute, firstRow, firstValue, onlyRow, onlyValue } from './rows.ts';
export { seal, tryUnseal, unseal } from './sealing.ts';
export { currentAdminKey, isSameSecret } from './secrets.ts';
export { type ServicePlan, startService } from './service.ts';
export { createEndedSessions, roleChanged, sessionsEnded } from './sessions.ts';
export { sharedRead, sharedReads } from './shared-read.ts';
export { ignoreStreamErrors } from './streams.ts';
export {
  type AnyCaller,
  audiences,
  type Caller,
  type Resident,
  requireRole,
  type System,
} from './tokens/audiences.ts';
export { type ServiceKeys, signReportsToken, signSystemToken } from './tokens/system.ts';
export {
  inSpan,
  inTrace,
  startTracing,
  traceparent,
  withTraceparent,
} from './tracing/index.ts';
export { within } from './within.ts';
