/**
 * Modules that the shell provides and the remotes use, one copy of each in the page. The two of ours are small facades: a
 * shared module is shipped whole, so sharing react-router itself would cost every visitor 51 KB gzip. Their names and
 * exports are a contract between builds: an open tab may have an older shell than the remote it loads.
 */
export const sharedModules = ['react', 'react-dom', '@tma/web/router', '@tma/web/texts'] as const;
