import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { receive } from './receive.ts';

test('a body is stored and measured', async () => {
  const body = new PassThrough();
  body.end('abc');
  const [stored, { bytes }] = await receive(body, 10, buffer);
  expect([stored.toString(), bytes]).toEqual(['abc', 3]);
});

test.each(['before', 'while'])('a body that is cut off %s it is read ends the upload with 400', async (when) => {
  const body = new PassThrough();
  body.write('abc');
  const cutOff = async () => {
    body.destroy();
    await once(body, 'close');
  };
  if (when === 'before') await cutOff();
  const received = expect(receive(body, 10, buffer)).rejects.toMatchObject({ status: 400 });
  if (when === 'while') await cutOff();
  await received;
});

test('what the storage throws is no fault of the sender', async () => {
  const body = new PassThrough();
  body.end('abc');
  const full = new Error('The disk is full');
  await expect(receive(body, 10, () => Promise.reject(full))).rejects.toBe(full);
});
