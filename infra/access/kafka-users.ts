import { randomBytes, pbkdf2 as slowHash } from 'node:crypto';
import { promisify } from 'node:util';
// kafkajs knows ACLs, but no users: this client has both.
import {
  type Acl,
  AclOperations,
  AclPermissionTypes,
  Admin,
  alterUserScramCredentialsV0,
  MultipleErrors,
  ResourcePatternTypes,
  ResourceTypes,
  SASLMechanisms,
} from '@platformatic/kafka';
import type { KafkaAccess } from '@tma/kit';
import { type KafkaGrant, type KafkaUser, kafkaGrants, kafkaUserOf } from './grants.ts';

const pbkdf2 = promisify(slowHash);

/** SCRAM-SHA-512, as Kafka numbers and salts it (KIP-554). A password is 32 random bytes: the least iterations are enough. */
const scram = { mechanism: 2, iterations: 4096, digest: 'sha512', bytes: 64 };
const patienceMs = 10_000;
const tries = 10;

/**
 * Makes the user of each that has a password here, who signs in with SCRAM-SHA-512, and gives it its rights (grants.ts). Run
 * again it sets the passwords to those given; rights that the operator added stay.
 * @param servers with a user who may do so
 */
export async function createKafkaUsers(
  { brokers, ssl = false, sasl }: { brokers: readonly string[] } & KafkaAccess,
  passwords: Readonly<Partial<Record<KafkaUser, string>>>,
): Promise<void> {
  const names = Object.keys(passwords) as KafkaUser[];
  if (names.length === 0) return;
  const admin = new Admin({
    clientId: 'setup',
    bootstrapBrokers: [...brokers],
    connectTimeout: patienceMs,
    requestTimeout: patienceMs,
    retries: tries,
    ...(ssl && { tls: {}, tlsServerName: true }),
    ...(sasl && { sasl: { ...sasl, mechanism: mechanismOf(sasl.mechanism) } }),
  });
  try {
    const [connection] = (await admin.connectToBrokers()).values();
    if (!connection) throw new Error('No broker of Kafka answers.');
    const users = await Promise.all(names.map((name) => credentialOf(kafkaUserOf(name), passwords[name] ?? '')));
    // Rights first: brokers without an authorizer refuse them, and then get no users either.
    await admin.createAcls({ creations: names.flatMap((name) => kafkaGrants(name).map(aclOf(kafkaUserOf(name)))) });
    await alterUserScramCredentialsV0.api.async(connection, [], users);
  } finally {
    await admin.close();
  }
}

/** Whether `createKafkaUsers` failed because its user may not make users, or the brokers have no authorizer. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof MultipleErrors &&
  ['SECURITY_DISABLED', 'CLUSTER_AUTHORIZATION_FAILED'].some((id) => error.findBy('apiId', id) !== null);

const mechanismOf = (name: NonNullable<KafkaAccess['sasl']>['mechanism']) =>
  SASLMechanisms[name.toUpperCase().replaceAll('-', '_') as 'PLAIN' | 'SCRAM_SHA_256' | 'SCRAM_SHA_512'];

async function credentialOf(name: string, password: string) {
  const salt = randomBytes(32);
  const { mechanism, iterations, digest, bytes } = scram;
  return { name, mechanism, iterations, salt, saltedPassword: await pbkdf2(password, salt, iterations, bytes, digest) };
}

const aclOf =
  (user: string) =>
  ({ resource, name: resourceName, operation }: KafkaGrant): Acl => ({
    resourceType: ResourceTypes[resource.toUpperCase() as 'TOPIC' | 'GROUP'],
    resourceName,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: `User:${user}`,
    host: '*',
    operation: AclOperations[operation.toUpperCase() as 'READ' | 'WRITE' | 'DESCRIBE'],
    permissionType: AclPermissionTypes.ALLOW,
  });
