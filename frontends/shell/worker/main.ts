/**
 * The service worker, `/worker.js`: opens the portal without a network (docs/decisions/047-the-portal-opens-offline.md).
 * It keeps nothing of a person: what people read is kept by the page (packages/web/offline).
 */
import { sendFromWorker, syncTag } from '@tma/web/waiting-reports/in-worker';
import { files, isShellCache, shellCache } from './build.ts';
import { answerDocument, keepDocuments, keepLanguage, offlinePages } from './documents.ts';
import { keepAll } from './fetch-file.ts';
import { answerKept, keepFiles } from './files.ts';
import { keepRemote } from './remotes.ts';
import { inBackground, scope } from './scope.ts';
import { strategyOf } from './strategies.ts';

scope.addEventListener('install', (event) => {
  event.waitUntil(keepBuild().then(() => scope.skipWaiting()));
});

/** Keeps this build's files and documents. If one cannot be loaded, as during a deployment, the previous worker stays. */
async function keepBuild(): Promise<void> {
  await keepAll(await caches.open(shellCache), files);
  await keepDocuments();
}

// Reports that wait are sent here as well, also where no page is open.
scope.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendFromWorker(scope.clients));
});

scope.addEventListener('activate', (event) => event.waitUntil(forgetOtherBuilds()));

async function forgetOtherBuilds(): Promise<void> {
  for (const name of await caches.keys()) if (isShellCache(name) && name !== shellCache) await caches.delete(name);
}

scope.addEventListener('fetch', (event) => {
  const strategy = strategyOf(event.request, scope.location.origin);
  if (strategy === 'document') event.respondWith(answerDocument(event));
  else if (strategy === 'kept' && isOffline(event.clientId)) event.respondWith(answerKept(event));
});

const isOffline = (page: string) => !navigator.onLine || offlinePages.has(page);

interface PageMessage {
  /** The language that it is in. */
  language?: string;
  /** Where the manifest of the remote is that it shows. */
  manifest?: string;
  /** The files that it has loaded. */
  files?: readonly string[];
  /** Whether the page can reach the portal (packages/web/offline/connection.ts). */
  online?: boolean;
}

scope.addEventListener('message', (event) => {
  const { language, manifest, files: loaded, online } = (event.data ?? {}) as PageMessage;
  if (language) inBackground(event, keepLanguage(language));
  if (manifest) inBackground(event, keepRemote(manifest));
  if (loaded) inBackground(event, keepFiles(loaded));
  if (!event.source || online === undefined) return;
  if (online) return void offlinePages.delete(event.source.id);
  offlinePages.add(event.source.id);
  // A page that was there before the worker is answered for from now on, and not while the network is there.
  inBackground(event, scope.clients.claim());
});
