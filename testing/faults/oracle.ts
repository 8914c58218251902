/** Records what the portal acknowledged: every write that it answered with 2xx. */
export interface Person {
  id: string;
  email: string;
  phone: string;
  tehsil: string;
  token: string;
}

/** A picture of finished work. */
interface KnownProof {
  /** Of the file that was sent, in hexadecimal digits. */
  sha256: string;
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
  proofs: KnownProof[];
  /** The state of its last closure; null when it was never closed. */
  closure: 'claimed' | 'confirmed' | 'disputed' | 'unanswered' | null;
  /** The types of its events, in order. */
  events: string[];
}

export class Oracle {
  readonly people: Person[] = [];
  readonly reports: KnownReport[] = [];
  /** Answers that the portal must not give. */
  readonly surprises: string[] = [];
  /** How many dead letters are expected: those of messages that were invalid from the beginning. */
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
