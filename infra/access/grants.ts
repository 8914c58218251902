/**
 * What each service may do in Kafka and Redis, and nothing else: Kafka's users and ACLs, and Redis' users, are made from it
 * wherever there are any (docs/decisions/055-events-prove-their-writer.md).
 */
import { consumers, deadLetterTopic, type Service, topicsBy, topicsOf } from '@tma/contracts';
import { databases } from '../system.ts';

/** The name of a service's user; its database's user has the same. */
export const userOf = (name: Service): string => databases[name];

/** Who has a user in Kafka beside the services: backup, restore and the dead letters' commands. A super user of compose's broker. */
export type KafkaUser = Service | 'tools';

export const kafkaUserOf = (name: KafkaUser): string => (name === 'tools' ? 'tma_tools' : userOf(name));

/** To write or to read includes to describe. */
export interface KafkaGrant {
  resource: 'topic' | 'group';
  name: string;
  operation: 'read' | 'write' | 'describe';
}

/** What a user may do in Kafka; a super user needs no rights. */
export function kafkaGrants(name: KafkaUser): KafkaGrant[] {
  if (name === 'tools') return [];
  const grant = (resource: KafkaGrant['resource'], operation: KafkaGrant['operation'], of: string): KafkaGrant => ({
    resource,
    name: of,
    operation,
  });
  const read = topicsOf(name);
  return [
    ...topicsBy(name).map((own) => grant('topic', 'write', own)),
    ...read.map((from) => grant('topic', 'read', from)),
    ...read.map((from) => grant('topic', 'write', deadLetterTopic(from, name))),
    ...(read.length > 0 ? [grant('group', 'read', name)] : []),
    // It empties its outbox of what everybody has handled (kit's prune.ts).
    ...topicsBy(name).flatMap((own) => [
      ...consumers[own].map((reader) => grant('group', 'describe', reader)),
      ...consumers[own].map((reader) => grant('topic', 'describe', deadLetterTopic(own, reader))),
    ]),
  ];
}

/** Auth alone ends sessions (kit's sessions.ts); the others ask which have ended. */
const endsSessions = (name: Service) => name === 'auth';

/** A service's user in Redis 7 or newer, as ACL SETUSER takes it: its limits, ended sessions, when administrators were seen. */
export const redisRules = (name: Service): string[] => [
  ...['resetkeys', 'resetchannels', '-@all'],
  ...[`~limit:${name}:*`, `${endsSessions(name) ? '~' : '%R~'}session:ended:*`, '~session:seen:*', '&sessions:ended'],
  ...['+@read', '+@write', '+@connection', '+@pubsub', '+@scripting', '+@transaction', '-@dangerous', '-@admin'],
  // Names of others' keys are not to be read: a rule of keys does not hold for these.
  ...['-scan', '-randomkey', '-dbsize'],
  // A client asks it whether the server has loaded.
  '+info',
  ...(endsSessions(name) ? [] : ['-publish']),
];
