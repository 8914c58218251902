// Mends the installed kafkajs 2.2.4, which is no longer maintained: after each answer of a broker its request queue sets a timer
// of a negative delay, which Node takes for 1 ms, again and again, though nothing waits in the queue. That is 850 wake-ups a second
// of a service that does nothing. With the line below a timer is set only while a request waits.
// https://github.com/tulios/kafkajs/issues/1704; https://github.com/tulios/kafkajs/pull/1667 does the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('kafkajs/src/network/requestQueue/index.js');
const before = 'let scheduleAt = this.throttledUntil - Date.now()\n';
const line = 'if (this.pending.length === 0) return\n    ';

const code = readFileSync(file, 'utf8');
if (!code.includes(line + before)) {
  if (!code.includes(before)) {
    throw new Error('This is another kafkajs. See whether it still needs packages/kit/fix-kafkajs.mjs.');
  }
  writeFileSync(file, code.replace(before, line + before));
}
