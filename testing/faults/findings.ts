/** What differs from what was promised. */
export interface Findings {
  /** Acknowledged, and not there, or not as it was acknowledged. */
  lost: string[];
  /** There more than once, or there though nobody asked for it. */
  doubled: string[];
  /** Message-IDs of mails that arrived more than once. */
  doubledMails: string[];
}

export const nothing = (): Findings => ({ lost: [], doubled: [], doubledMails: [] });
