import { readFileSync } from 'node:fs';
import { operationList } from '@tma/contracts';
import { expect, it } from 'vitest';
import { alerts, dashboard } from './testing.ts';

const guide = readFileSync(new URL('../../docs/operator.md', import.meta.url), 'utf8');
/** Headings as the links of Markdown name them. */
const headings = new Set(
  [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  ),
);

it.each(alerts)('$alert has a summary, an action and a section of the guide', ({ labels, annotations }) => {
  expect(['critical', 'warning']).toContain(labels.severity);
  expect(annotations.summary).toContain('$');
  expect(annotations.action).toMatch(/^.{15,}\.$/);
  const [file, heading = ''] = annotations.runbook_url.split('#');
  expect([file, headings.has(heading)]).toEqual(['docs/operator.md', true]);
});

it('slow answers are told without those that bring a file of any size, by the names of the contract', () => {
  const leftOut = alerts.flatMap(({ expr }) => /operation!~"([^"]+)"/.exec(expr)?.[1]?.split('|') ?? []);
  expect(leftOut.filter((name) => !operationList.some(({ id }) => id === name))).toEqual([]);
  const uploads = operationList.filter(({ body, internal }) => body?.type === 'multipart' && !internal);
  expect(leftOut).toEqual(expect.arrayContaining(uploads.map(({ id }) => id)));
});

it('no two panels of the dashboard overlap, and each has a description', () => {
  const taken = new Set<string>();
  for (const { id, gridPos, type, title, description, targets } of dashboard.panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect([title, taken.has(`${x} ${y}`)]).toEqual([title, false]);
        taken.add(`${x} ${y}`);
      }
    }
    if (type === 'row') continue;
    expect([id, description, targets?.length]).toEqual([id, expect.stringMatching(/\.$/), 1]);
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
