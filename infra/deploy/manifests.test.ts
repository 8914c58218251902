import { expect, it } from 'vitest';
import { updateManifests } from './manifests.ts';
import { fillRegions } from './regions.ts';

it('the deployment files are those that npm run manifests writes', () => {
  expect(updateManifests({ write: false })).toEqual([]);
});

const begin = '# list: written by npm run manifests';
const end = '# end of list';

it('a region replaces its old content, at its own indentation', () => {
  const text = `a:\n  ${begin}\n  - old\n  - older\n  ${end}\nb: 1\n`;
  expect(fillRegions('x.yaml', text, { list: '- new\n\n- newer' })).toBe(
    `a:\n  ${begin}\n  - new\n\n  - newer\n  ${end}\nb: 1\n`,
  );
});

it.each([
  ['a region that nothing writes', `${begin}\n${end}\n`, {}, 'nothing writes the region list'],
  ['a region that the file does not have', 'a: 1\n', { list: '- a' }, 'has no region list'],
  ['a region without an end', `${begin}\n- a\n`, { list: '- a' }, 'has no region list'],
])('%s is an error', (_what, text, regions, message) => {
  expect(() => fillRegions('x.yaml', text, regions)).toThrow(`x.yaml`);
  expect(() => fillRegions('x.yaml', text, regions)).toThrow(message);
});
