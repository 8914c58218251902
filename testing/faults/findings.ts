/** What differs from what was acknowledged. */
export interface Findings {
  /** What was acknowledged and is missing, or is not as it was acknowledged. */
  lost: string[];
  /** What exists more than once, or without a request for it. */
  doubled: string[];
  /** Message-IDs of mails that arrived more than once. */
  doubledMails: string[];
}

export const noFindings = (): Findings => ({ lost: [], doubled: [], doubledMails: [] });
