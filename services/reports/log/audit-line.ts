import { type AuditEnd, auditEndIn, type Checkpoint, lineOfAuditEnd, operations } from '@tma/contracts';
import type { Parts } from '@tma/kit';
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

const today = () => new Date().toISOString().slice(0, 10);

/** What checkpoints say of the audit log: its end, once a day. */
export class AuditLine {
  readonly #ask: AskAuditEnd;
  readonly #log: Parts['log'];
  /** The last day that has its line. */
  #day = '';

  constructor(ask: AskAuditEnd, log: Parts['log']) {
    this.#ask = ask;
    this.#log = log;
  }

  /** Whether today's line is not there yet, as far as this instance knows. */
  isDue = (): boolean => this.#day !== today();

  /**
   * The lines of the next checkpoint: today's, else as they were last signed, where auth is away or knows less than was signed.
   * @param last the checkpoint that is out
   */
  async linesAfter(last: Checkpoint | null): Promise<string[]> {
    const signed = auditEndIn(last?.extensions ?? []);
    const day = today();
    const end = signed?.day === day ? signed : await this.#ask().catch(() => null);
    if (end) this.#day = day;
    const next = end ? this.#notLess({ day, ...end }, signed) : signed;
    return next && next.seq > 0 ? [lineOfAuditEnd(next)] : [];
  }

  #notLess(end: AuditEnd, signed: AuditEnd | null): AuditEnd {
    if (!signed || end.seq >= signed.seq) return end;
    this.#log.error({ has: end.seq, signed: signed.seq }, 'the audit log is shorter than it was signed: it was cut');
    return signed;
  }
}
