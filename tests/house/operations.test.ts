import { operationList, operations, pages, services } from '@tma/contracts';
import { expect, it } from 'vitest';
import { read } from '../../testing/house/tree.ts';

it('each operation of the contract has a handler in its service', () => {
  const missing = services.flatMap((service) => {
    const app = read(`services/${service}/app.ts`);
    return operationList.filter(({ id, service: owner }) => owner === service && !new RegExp(`\\b${id}\\b`).test(app));
  });
  expect(missing.map(({ id }) => id)).toEqual([]);
});

it('no two operations share a method and a path', () => {
  const keys = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(keys).size).toBe(keys.length);
});

it('no page hides a GET operation', () => {
  const reads: string[] = Object.values(operations).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  expect(pages.map(({ path }) => path).filter((path) => reads.includes(path))).toEqual([]);
});
