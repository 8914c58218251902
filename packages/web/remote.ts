import type { ComponentType } from 'react';

/** What a remote exposes as `./pages`: how to fetch each of its pages, by the page's path. */
export type RemotePages = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;
