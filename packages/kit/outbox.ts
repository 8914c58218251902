import { type CloudEvent, type EventData, type EventType, type EventWriter, events, sourceOf } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { afterCommit, type Tx } from './db.ts';
import * as store from './outbox.store.ts';
import { attributesOf, wakeRelay } from './relay.ts';
import { inSpan, traceparent } from './tracing/index.ts';

/**
 * Adds an event to the outbox in the caller's transaction: it is sent if, and only if, that transaction commits. Call
 * it after the row that the event is about is locked, so that events of one subject keep their order.
 * Throws `ZodError` when the data do not fit the event's schema.
 * @param subject the id of what the event is about; also the Kafka key
 * @param how.writer which service appends it, where several write such events
 * @param how.at when it happened, where consumers compare times: by the database's clock, which never goes back for one
 * subject
 */
export async function appendEvent<T extends EventType>(
  tx: Tx,
  type: T,
  subject: string,
  data: EventData<T>,
  { writer = events[type].writers[0], at = new Date() }: { writer?: EventWriter<T>; at?: Date } = {},
): Promise<void> {
  const { topic, data: schema } = events[type];
  const id = uuid();
  await inSpan(
    { name: `append ${type}`, kind: 'producer', attributes: attributesOf('create', topic, id) },
    async () => {
      const event: CloudEvent = {
        specversion: '1.0',
        id,
        source: sourceOf(writer),
        type,
        subject,
        time: at.toISOString(),
        datacontenttype: 'application/json',
        // CloudEvents' extension for distributed tracing: handling the event continues this trace.
        traceparent: traceparent(),
        data: schema.parse(data),
      } as CloudEvent;
      await store.insert(tx, { id, topic, key: subject, payload: JSON.stringify(event) });
      // Not by `notify` in the transaction: such transactions commit one after the other, in all databases together.
      afterCommit(tx, async () => wakeRelay());
    },
  );
}
