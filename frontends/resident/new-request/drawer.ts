/** A drawer of this browser (IndexedDB): what lies in it outlasts the page. Names are a person's id and a word. */

export type Name = readonly [userId: string, what: string];

const contents = 'drafts';
let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('tma-resident', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(contents);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // The browser may take it away, as when the site's data is cleared.
      request.result.onclose = () => {
        opening = undefined;
      };
      resolve(request.result);
    };
  });
  return opening;
}

/** Does something with the drawer, after what was begun before. Resolves with the result once it is there to stay. */
async function inDrawer<T>(work: (drawer: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(contents, 'readwrite');
  const request = work(transaction.objectStore(contents));
  // Without waiting for what else may come: the page may be left in the next moment.
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** What lies there under a name, or undefined. */
export const lookUp = (name: Name): Promise<unknown> => inDrawer((drawer) => drawer.get([...name]));

export const putIn = (name: Name, value: unknown) => inDrawer((drawer) => drawer.put(value, [...name]));

/** Takes out all that is one person's. */
export const takeOut = (userId: string) =>
  inDrawer((drawer) => drawer.delete(IDBKeyRange.bound([userId], [userId, []])));

/** Takes out everybody's. */
export const empty = () => inDrawer((drawer) => drawer.clear());
