/** Loaded into every process before its own code: shifts the clock by the milliseconds in a file (`?by=<path>`). */
import { existsSync, readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('by') ?? '';
const RealDate = Date;
let shift = 0;

setInterval(() => {
  shift = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}, 200).unref();

const now = () => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
