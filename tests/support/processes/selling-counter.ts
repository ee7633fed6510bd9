import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import type { App } from '../../../src/main/runtime/create-app.ts';
import { createApp } from '../../../src/main/runtime/create-app.ts';
import { pressButtons } from '../kill/press-buttons.ts';

/**
 * A live counter in a process of its own, to be killed: `node selling-counter.ts DATA_DIR`, settings in the environment.
 * Says "open", "listening" once the relay has answered, and each state that a sale reaches. Told on stdin: "sell RUN"
 * (presses buttons by itself, says "done" after the last), "order CODE NUMBER", "pay CODE NUMBER". Ends well with stdin.
 */

const say = (line: string): void => void writeSync(1, `${line}\n`);

const app: App = await createApp(nodeSystem, {
  dataDir: process.argv[2] ?? '',
  env: process.env,
  version: '0.0.0',
  secrets: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
  printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
  log: { info() {}, warn() {}, error() {} },
});
say('open');
// Written at a good end only, and few of these processes have one.
flushCompileCache();

let listening = false;
app.subscribe((event) => {
  if (event.type === 'transaction') say(event.transaction.state);
  if (event.type === 'status' && event.status.relay.state === 'listening' && !listening) {
    listening = true;
    say('listening');
  }
});

for await (const line of createInterface({ input: process.stdin })) {
  const [command, first = '', second = ''] = line.split(' ');
  if (command === 'sell') void pressButtons(app, Number(first), () => listening).then(() => say('done'));
  if (command === 'order') void app.handlers.order({ productCode: first, customerNo: second });
  if (command === 'pay') void pay(first, second);
}
await app.close();

async function pay(productCode: string, customerNo: string): Promise<void> {
  const bill = await app.handlers.inquiry({ productCode, customerNo });
  if (bill.ok) await app.handlers.pay({ id: bill.value.id });
}
