import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../infra/processes/run-program.ts';

/** The paths of PEM files. */
export interface KeyPair {
  key: string;
  cert: string;
}

/** Node signs no certificates: openssl does, which every system with a Postgres or Kafka of its own has too. */
async function openssl(...args: string[]): Promise<void> {
  const { code, output } = await run('openssl', args);
  if (code !== 0) throw new Error(`openssl ${args.join(' ')}: ${output}`);
}

const newKey = ['-newkey', 'rsa:2048', '-nodes'];

/** Makes an authority that only those trust who are given its certificate, valid for a day. */
export async function createAuthority(folder: string, name: string): Promise<KeyPair> {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  await openssl('req', '-x509', ...newKey, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`, '-days', '1');
  return { key, cert };
}

/** Makes a server's certificate for `localhost`, and for no address. */
export async function createCertificate(folder: string, authority: KeyPair): Promise<KeyPair> {
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.pem')];
  const [request, names] = [join(folder, 'server.csr'), join(folder, 'names')];
  await writeFile(names, 'subjectAltName=DNS:localhost\n');
  await openssl('req', ...newKey, '-keyout', key, '-out', request, '-subj', '/CN=localhost');
  const by = ['-CA', authority.cert, '-CAkey', authority.key, '-CAcreateserial'];
  await openssl('x509', '-req', '-in', request, ...by, '-out', cert, '-days', '1', '-extfile', names);
  return { key, cert };
}
