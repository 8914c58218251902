import type { Pages } from '@tma/web/waiting-reports/in-worker';

/** What a service worker is made of, as far as ours uses it (https://w3c.github.io/ServiceWorker/): the compiler knows pages only. */
interface LastingEvent extends Event {
  /** Keeps the worker running until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  /** The page that asks; empty for a navigation. */
  readonly clientId: string;
  /** The page that a navigation makes. */
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}

interface Events {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: FetchEvent;
  message: LastingEvent & { readonly data: unknown; readonly source: { readonly id: string } | null };
  sync: LastingEvent & { readonly tag: string };
}

interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: Pages & { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

export const scope = globalThis as unknown as WorkerScope;

/** Makes the worker keep something. Without a network, or without room, it keeps what it had before. */
export const inBackground = (event: LastingEvent, work: Promise<unknown>): void =>
  event.waitUntil(work.catch(() => {}));
