/**
 * Calls at random moments with a mean rate (Poisson), for a number of calls; what a timer came late for is caught up at once.
 * Resolves after the last call.
 */
export function callAtRandomTimes(perSecond: number, calls: number, call: (index: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let [next, made] = [performance.now(), 0];
    const step = (): void => {
      const now = performance.now();
      while (made < calls && next <= now) {
        call(made++);
        next += (-Math.log(1 - Math.random()) * 1000) / perSecond;
      }
      if (made === calls) resolve();
      else setTimeout(step, Math.max(0, next - performance.now()));
    };
    step();
  });
}
