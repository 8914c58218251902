/** Notices a consumer that stands still though messages wait for it: kafkajs can stall without a word. */
export interface Watchdog {
  /** Runs the handling of one message: while it lasts, nothing stands still. */
  during<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/**
 * @param lag what waits for this consumer alone; rejects while Kafka is away, which is no fault of the consumer's
 * @param stallMs how long nothing may be handled while something waits, before `fatal` is called
 */
export function createWatchdog(lag: () => Promise<number>, fatal: (error: Error) => void, stallMs: number): Watchdog {
  let inHand = 0;
  let movedAt = Date.now();
  let looking = false;

  async function look() {
    if (looking) return;
    looking = true;
    try {
      const askedAt = Date.now();
      const waiting = inHand > 0 ? 0 : await lag().catch(() => 0);
      if (waiting === 0) movedAt = Math.max(movedAt, askedAt);
      if (Date.now() - movedAt < stallMs) return;
      stop();
      fatal(new Error(`The consumer has stood still for ${stallMs / 1000} s with ${waiting} messages waiting`));
    } finally {
      looking = false;
    }
  }
  const timer = setInterval(look, stallMs / 6).unref();
  const stop = () => clearInterval(timer);

  return {
    async during(work) {
      inHand += 1;
      try {
        return await work();
      } finally {
        inHand -= 1;
        movedAt = Date.now();
      }
    },
    stop,
  };
}
