import type { AnyCaller } from '@tma/kit';

/**
 * Whose an upload is. What an administrator or another system sends of a report is of the person for whom they bring it, who has no account: the
 * report's own id stands for them, so that they can be erased like anybody.
 * @param isOfReport whether it is a file of the report itself, no picture of finished work
 */
export const ownerOf = (caller: AnyCaller, reportId: string, isOfReport: boolean): string =>
  caller.audience !== 'resident' && isOfReport ? reportId : caller.id;
