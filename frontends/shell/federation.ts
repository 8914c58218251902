/**
 * The runtime of Module Federation. It is loaded with the first page of a remote: the shell's own pages do not need it.
 */
import { init } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import * as router from '@tma/web/router';
import * as texts from '@tma/web/texts';
import React from 'react';
import ReactDom from 'react-dom';
import type { sharedModules } from '../shared-modules.ts';

export { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';

/** The modules that the shell shares: remotes do not bring their own. */
const provided: Readonly<Record<(typeof sharedModules)[number], object>> = {
  react: React,
  'react-dom': ReactDom,
  '@tma/web/router': router,
  '@tma/web/texts': texts,
};

/** Every remote takes any version of them; the runtime warns of one that has no number. */
const share = (module: object) => ({
  version: '1.0.0',
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: false as const },
});

init({
  name: 'shell',
  remotes: [],
  // The builds of remotes leave the runtime out, and use this one.
  plugins: [provideRuntime()],
  shared: Object.fromEntries(Object.entries(provided).map(([name, module]) => [name, share(module)])),
});
