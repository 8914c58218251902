/** How a list is shown: `?view=map` in the address, or nothing. */
export type View = 'list' | 'map';

export const readView = (query: URLSearchParams): View => (query.get('view') === 'map' ? 'map' : 'list');
export const viewQuery = (view: View): { view?: View } => (view === 'map' ? { view } : {});
