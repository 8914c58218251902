/** What the portal has promised: every write it answered with 2xx, and nothing it did not answer. */
export interface Person {
  id: string;
  email: string;
  phone: string;
  tehsil: string;
  token: string;
}

export interface KnownReport {
  id: string;
  reference: string;
  image: string;
  by: Person;
  /** The Idempotency-Key it was submitted with. */
  key: string;
  /** The PDF that was sent with it, byte for byte. */
  document: Buffer | null;
  status: string;
  schedule: string | null;
  etag: string;
}

export class Oracle {
  readonly people: Person[] = [];
  readonly reports: KnownReport[] = [];
  /** Answers that should not have been given. */
  readonly surprises: string[] = [];
  /** Dead letters that are to be there: of events that were poison from the beginning. */
  deadLetters = 0;
  #acknowledged = 0;

  /** How many writes were answered with 2xx. */
  get acknowledged() {
    return this.#acknowledged;
  }

  acknowledge() {
    this.#acknowledged += 1;
  }

  surprise(error: unknown) {
    this.surprises.push((error as Error).message);
  }
}
