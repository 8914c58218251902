import { pages as admin } from '../frontends/admin/pages.ts';
import { pages as resident } from '../frontends/resident/pages.ts';

/** Stands in for the federation's runtime where there is none: the remotes' pages are part of the bundle. */
export const registerRemotes = () => {};
export const loadRemote = async (name: string) => ({ pages: name.startsWith('admin') ? admin : resident });
