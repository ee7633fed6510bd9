/** Calls back when the machine comes back online. Returns the function that ends the watch. */
export function watchOnline(isOnline: () => boolean, cameBack: () => void, everyMs = 3_000): () => void {
  let online = isOnline();
  const timer = setInterval(() => {
    const now = isOnline();
    if (now && !online) cameBack();
    online = now;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
