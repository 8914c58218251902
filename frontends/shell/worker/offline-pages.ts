/**
 * The pages that have no network, by their ids: those whose document was kept, and those that say so. The worker may be stopped
 * and forget them: a page says it again and again as long as it lasts.
 */
export const offlinePages = new Set<string>();
