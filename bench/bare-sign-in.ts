/**
 * The peer of signing in: a bare fastify that finds the account, verifies its password, stores a session with its refresh
 * token durably, in one prepared statement, and signs a token (ES256). It counts no attempts, has no gateway before it, and
 * answers with the tokens alone.
 * `node bench/bare-sign-in.ts <port> <database url of auth>`
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import pg from 'pg';
import { v7 as uuid } from 'uuid';

const [port, url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const app = Fastify();

const find = { name: 'find', text: 'select id, password_hash from users where email = $1' };
const start = {
  name: 'start',
  text: `with token as (insert into refresh_tokens (hash, session_id) values ($3, $1))
    insert into sessions (id, user_id, method) values ($1, $2, 'password')`,
};
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signToken(claims: object): string {
  const text = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

app.post<{ Body: { email: string; password: string } }>('/', async ({ body }, reply) => {
  const { rows } = await pool.query<{ id: string; password_hash: string }>(find, [body.email]);
  const [user] = rows;
  if (!user || !(await verify(user.password_hash, body.password))) return reply.code(400).send({});
  const refreshToken = randomBytes(32).toString('base64url');
  const session = uuid();
  await pool.query(start, [session, user.id, createHash('sha256').update(refreshToken).digest()]);
  const iat = Math.floor(Date.now() / 1000);
  const token = signToken({ sub: user.id, email: body.email, session_id: session, iat, exp: iat + 3600 });
  return { access_token: token, refresh_token: refreshToken };
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('disconnect', () => process.exit());
process.send?.('ready');
