import { vi } from 'vitest';

type Listener = (event: object) => unknown;

/**
 * What modules of the session find of a browser: a page of the portal with storage and listeners.
 * @returns what is stored, and a function that calls all who listen to an event
 */
export function stubPage(path: string) {
  const stored = new Map<string, string>();
  const heard: [name: string, listener: Listener][] = [];
  const addEventListener = (...one: (typeof heard)[number]) => void heard.push(one);
  const location = new URL(path, 'http://portal.test');
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, addEventListener });
  vi.stubGlobal('document', { addEventListener, visibilityState: 'hidden', documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  const happens = async (name: string, event: object) => {
    for (const [of, listener] of heard) if (of === name) await listener(event);
  };
  return { stored, happens };
}

/** The browser refuses storage to its pages. */
export function refuseStorage() {
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
}

/** A token with these claims, as far as pages read one. */
export const tokenWith = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
