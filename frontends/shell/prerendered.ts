import { pages } from '@tma/contracts/pages';

/** Whether the page at a path is drawn at build: every one of the shell's, and "not found". */
export const isPrerendered = (path: string) => !pages.some((page) => page.path === path && page.frontend !== 'shell');
