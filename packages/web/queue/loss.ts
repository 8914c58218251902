import { noted } from '@tma/web/queue/note';
import { answerOf, kinds, read } from '@tma/web/queue/records';

/**
 * Whether reports of that person waited and the browser has deleted them, as it may where room is short: the mark beside the
 * reports is gone, and the note is still there. A browser that deletes both leaves nobody to notice.
 */
export const wasLost = async (userId: string): Promise<boolean> =>
  noted().includes(userId) && (await read((records) => answerOf<unknown>(records.get([kinds.mark])))) === undefined;
