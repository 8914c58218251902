import { pages as admin } from '../frontends/admin/pages.ts';
import { pages as resident } from '../frontends/resident/pages.ts';

/** Replaces the federation's runtime in the one bundle, which contains the remotes' pages. */
export const registerRemotes = () => {};
export const loadRemote = async (name: string) => ({ pages: name.startsWith('admin') ? admin : resident });
