/**
 * Loaded into a server before its own program (node --expose-gc --import): reports its memory to its parent on request, after
 * garbage is collected. The channel keeps no process alive.
 */
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss });
});
process.channel?.unref();
