/** Scripts are loaded by address only, and only from this origin (Trusted Types, W3C). */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
    };
  }
}

// The default policy: the federation's runtime and the chunk loader add scripts without naming one.
window.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address;
    throw new TypeError(`A script from elsewhere is not loaded: ${address}`);
  },
});

export {};
