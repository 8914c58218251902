/**
 * Attacks a gateway from four addresses of this machine until it is ended: a connection every 3 ms.
 * `node bench/attacker.ts <unused> <url> <number of the attack>`
 */
import { attacks, startAttack } from '../testing/guards/crowd.ts';

const [, url = '', number] = process.argv.slice(2);
const attack = attacks(
  () => '/uploads/picture.webp',
  () => undefined,
)[Number(number)];
if (!attack) throw new Error(`there is no attack ${number}`);
const from = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
await startAttack(url, attack, { from, everyMs: 3 });
process.once('disconnect', () => process.exit());
process.send?.('ready');
