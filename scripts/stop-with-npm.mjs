import { isMainThread } from 'node:worker_threads';

// npm hands a signal on to the shell it started, and some shells (dash) die of it without telling their own child. So a
// script that npm started watches its parent: when that shell is gone, it was meant to stop.
const parent = process.ppid;
if (isMainThread && process.platform !== 'win32' && process.env.npm_lifecycle_event !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
