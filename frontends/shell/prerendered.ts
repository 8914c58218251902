import { pageNameAt, siteMap } from '@tma/contracts/pages';

/** Whether the page at a path is drawn at build: every one of the shell's, and "not found". */
export function isPrerendered(path: string): boolean {
  const name = pageNameAt(path);
  return name === undefined || siteMap[name].frontend === 'shell';
}
