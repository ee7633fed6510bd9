/** Counts what is being sent, so that stopping can wait for it. */
export interface InFlight {
  run<T>(work: () => Promise<T>): Promise<T>;
  count(): number;
  /** Resolves when nothing is in flight, or after the time given. */
  settled(withinMs: number): Promise<void>;
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    count: () => running.size,
    async run(work) {
      const started = work();
      running.add(started);
      try {
        return await started;
      } finally {
        running.delete(started);
      }
    },
    async settled(withinMs) {
      if (running.size === 0) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([Promise.allSettled(running), late]);
      clearTimeout(timer);
    },
  };
}
