/**
 * Notices a consumer that handles nothing though messages wait for it: kafkajs can stall without an error.
 * @param lag how many messages wait for this consumer alone; rejects while Kafka is away, which is no fault of the consumer
 * @param stallMs how long nothing may be handled while something waits, before `fatal` is called
 */
export function createWatchdog(lag: () => Promise<number>, fatal: (error: Error) => void, stallMs: number) {
  let running = 0;
  let movedAt = performance.now();
  let checking = false;

  async function check() {
    if (checking) return;
    checking = true;
    try {
      const askedAt = performance.now();
      const waiting = running > 0 ? 0 : await lag().catch(() => 0);
      if (waiting === 0) movedAt = Math.max(movedAt, askedAt);
      if (performance.now() - movedAt < stallMs) return;
      stop();
      fatal(new Error(`The consumer has stood still for ${stallMs / 1000} s with ${waiting} messages waiting`));
    } finally {
      checking = false;
    }
  }
  const timer = setInterval(check, stallMs / 6).unref();
  const stop = () => clearInterval(timer);

  return {
    /** Runs the handling of one message; while it lasts, the consumer counts as moving, however long it takes. */
    async handling<T>(work: () => Promise<T>): Promise<T> {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        movedAt = performance.now();
      }
    },
    stop,
  };
}
