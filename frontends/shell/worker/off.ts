/**
 * In the place of the service worker where the operator has switched it off (`SERVICE_WORKER=off`): deletes what was kept and
 * unregisters itself. It answers no request.
 */
import { scope } from './scope.ts';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  try {
    for (const name of await caches.keys()) if (name.startsWith('tma-')) await caches.delete(name);
  } finally {
    await scope.registration.unregister();
  }
}
