/** The configuration of this portal (`/api/config`), read once per page load. */
import { limits } from '@tma/contracts/limits';
import type { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { defaultTimeZone } from '@tma/web/language/dates';
import { createListeners } from '@tma/web/listeners';
import { useSyncExternalStore } from 'react';

type PortalConfig = Answer<'GET /api/config'>;

const listeners = createListeners();
let known: PortalConfig | undefined;
let isRequested = false;

/** After a failure, the next component that asks for it tries again; all that are drawn learn what comes of it. */
async function load(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  try {
    known = await call('GET /api/config');
    listeners.notify();
  } catch (error) {
    isRequested = false;
    console.warn('The configuration could not be read:', (error as ApiError).message);
  }
}

function subscribe(changed: () => void) {
  void load();
  return listeners.subscribe(changed);
}

/** The configuration; undefined as long as it is not known, and in a document as it was drawn. Pages show what they can without it. */
export const useConfig = (): PortalConfig | undefined =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  );

/**
 * Where people reach the portal: what is printed or handed on names this, as whoever prints it may have opened the portal by an address of
 * the office's own.
 */
export const useOrigin = () => useConfig()?.url ?? location.origin;

/** The most that a picture or document may have, in MiB. */
export const useMaxUploadMb = () => useConfig()?.maxUploadMb ?? limits.uploadMb;

/** The zone the portal's days are counted in. */
export const useTimeZone = () => useConfig()?.timeZone ?? defaultTimeZone;
