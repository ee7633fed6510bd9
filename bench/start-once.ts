import { nodeSystem } from '../src/main/base/system/node-system.ts';
/** Opens the live counter on a folder as a program of its own: `node start-once.ts FOLDER`. Says how long it took, in ms. */

import { createApp } from '../src/main/runtime/create-app.ts';

const begun = performance.now();
const app = await createApp(nodeSystem, {
  dataDir: process.argv[2] ?? '',
  env: {
    KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
    KONTER_SECRET_KEY: 'bench',
    KONTER_RELAY_URL: 'http://127.0.0.1:9',
    KONTER_RELAY_MAILBOX: 'bench',
    KONTER_RELAY_TOKEN: 'bench',
  },
  version: '0.0.0',
  secrets: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
  printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
  log: { info() {}, warn() {}, error() {} },
});
// What the first screen asks for.
const [status, page] = await Promise.all([
  app.handlers.status(undefined),
  app.handlers['transactions.search']({ limit: 50 }),
  app.handlers['catalogue.list'](undefined),
]);
if (!status.ok || !page.ok || status.value.mode !== 'live') throw new Error('the counter did not open');
console.log(JSON.stringify({ ms: performance.now() - begun }));
// Not closed: what a stop takes is not measured here, and nothing is lost by it.
process.exit(0);
