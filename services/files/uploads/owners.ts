import type { Caller } from '@tma/kit';

/**
 * Whose an upload is. What an administrator sends of a report is of the person for whom they write it down, who has no account: the
 * report's own id stands for them, so that they can be erased like anybody.
 * @param isOfReport whether it is a file of the report itself, no picture of finished work
 */
export const ownerOf = (caller: Caller, reportId: string, isOfReport: boolean): string =>
  caller.audience === 'admin' && isOfReport ? reportId : caller.id;
