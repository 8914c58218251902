/** The one thing here that becomes a script is the address of one, and only of this origin (Trusted Types, W3C). */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
    };
  }
}

// The default policy, as scripts are added by two who name no policy: the federation's runtime and the chunk loader.
window.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address;
    throw new TypeError(`A script from elsewhere is not loaded: ${address}`);
  },
});

export {};
