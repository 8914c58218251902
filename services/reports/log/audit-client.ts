import { type AuditEnd, operations } from '@tma/contracts';
import { request } from 'undici';

const answerMs = 3000;
const { path, answers } = operations.auditEnd;

/** Where the audit log ends now, which auth keeps. Throws when auth is away. */
export type AskAuditEnd = () => Promise<Omit<AuditEnd, 'day'>>;

/** @param url of auth */
export const askAuditEnd =
  (url: string): AskAuditEnd =>
  async () => {
    const answer = await request(new URL(path, url), { signal: AbortSignal.timeout(answerMs) });
    return answers[200].parse(await answer.body.json());
  };
