/** A storage of the browser, which its owner may have refused to pages: then nothing is found there, and nothing is kept. */
const guarded = (open: () => Storage) => {
  const attempt = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(open());
    } catch {
      return null;
    }
  };
  return {
    get: (name: string) => attempt((storage) => storage.getItem(name)),
    set: (name: string, text: string) => attempt((storage) => storage.setItem(name, text)),
    remove: (name: string) => attempt((storage) => storage.removeItem(name)),
  };
};

export const deviceStorage = guarded(() => localStorage);
export const tabStorage = guarded(() => sessionStorage);
