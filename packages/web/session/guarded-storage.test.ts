import { afterEach, expect, it, vi } from 'vitest';
import { deviceStorage, tabStorage } from './guarded-storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('finds nothing and keeps nothing where storage is refused', () => {
  const refused = {
    get() {
      throw new DOMException('', 'SecurityError');
    },
  };
  vi.stubGlobal('window', globalThis);
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, ...refused });
  for (const storage of [deviceStorage, tabStorage]) {
    storage.set('a', 'b');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  }
});
