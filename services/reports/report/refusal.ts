import { HttpError } from '@tma/kit';

/** The answer with which something is refused; null where it is not. Throws any other error. */
export const refusalOf = (work: Promise<unknown>): Promise<HttpError | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof HttpError) return error;
      throw error;
    },
  );
