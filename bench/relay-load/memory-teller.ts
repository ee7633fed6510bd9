/**
 * Loaded into a server before its own program (node --expose-gc --import): tells its parent, when asked, what it holds once
 * everything that can go is gone. The channel keeps nobody alive.
 */
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss });
});
process.channel?.unref();
