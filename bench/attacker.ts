/**
 * Attacks a gateway from four addresses of this machine, with a new connection every 3 ms, until this process is ended.
 * `node bench/attacker.ts <unused> <url> <number of the attack>`
 */
import { attacks, startAttack } from '../testing/guards/attacks.ts';

const [, url = '', number] = process.argv.slice(2);
const attack = attacks(() => '/uploads/picture.webp')[Number(number)];
if (!attack) throw new Error(`there is no attack ${number}`);
const from = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
await startAttack(url, attack, { from, everyMs: 3 });
process.once('disconnect', () => process.exit());
process.send?.('ready');
