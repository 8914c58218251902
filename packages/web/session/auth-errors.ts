/** Errors of auth-js by their names, as it tells them apart itself. Its own functions would load all of it. */

const isNamed = (name: string) => (error: unknown) => error instanceof Error && error.name === name;

/** No answer came: the session may go on. */
export const isUnanswered = isNamed('AuthRetryableFetchError');
/** Nobody is signed in. */
export const isOfNoSession = isNamed('AuthSessionMissingError');
/** Another tab has changed the session meanwhile: it is what that tab has stored. */
export const isDiscarded = isNamed('AuthRefreshDiscardedError');
/** The code of an error where auth-js itself could not be loaded though the portal is there: loading the page again helps. */
export const notLoaded = 'not_loaded';
