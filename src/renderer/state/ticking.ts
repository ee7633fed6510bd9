/**
 * What is told whenever time has changed a number that is read off the clock. One timer serves all who listen, and none runs
 * while nobody does.
 * @param read looked at once a second
 */
export function ticking(read: () => number): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  return (listener) => {
    listeners.add(listener);
    let told = read();
    timer ??= window.setInterval(() => {
      const now = read();
      if (now === told) return;
      told = now;
      for (const each of listeners) each();
    }, 1000);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.clearInterval(timer);
      timer = undefined;
    };
  };
}
