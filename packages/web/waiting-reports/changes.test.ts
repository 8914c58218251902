import { expect, it, vi } from 'vitest';
import { onWaitingChange, publishChange } from './changes.ts';

it('a browser that refuses channels between tabs tells the page itself', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('', 'SecurityError');
      }
    },
  );
  const heard = vi.fn();
  const stop = onWaitingChange(heard);
  const change = { kind: 'changed', userId: '7', key: 'k' } as const;
  publishChange(change);
  stop();
  expect(heard.mock.calls).toEqual([[change]]);
  vi.unstubAllGlobals();
});
