import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import { secretsFile } from '../../../src/main/hosts/browser/data-dir.ts';
import type { App } from '../../../src/main/runtime/create-app.ts';
import { createApp } from '../../../src/main/runtime/create-app.ts';

/**
 * A live counter in a process of its own, to be killed: `node selling-counter.ts DATA_DIR`, settings in the environment.
 * Says "open", "listening" once the relay has answered, each state that a sale reaches, and why an order is refused. Reads from stdin: "sell RUN"
 * (presses buttons by itself, says "done" after the last), "order CODE NUMBER", "pay CODE NUMBER",
 * "batch CODE.NUMBER CODE.NUMBER …" and "resume" for the batch that waits. Ends well with stdin.
 */

/** Products of the simulator's table whose webhooks all come within moments (src/simulator/README.md). */
const orders = `
  TSEL10 TSEL10 TSEL10 ISAT25 PENDINGFAILED10 SUCCESSNOW10 FAILEDNOW10 SLOW10 LATESN10 REVERSED10 REVIVED10
  SUCCESSTHENFAILED10 LOST10 DROPPED10 HALF10 LOSTFAILED10 ERRORACTED10 GATEWAY10 MISDIRECTED10 REFUSED10 REFUSEDACTED10
  NOID10 NOTJSON10 ODDSTATUS10 TWICE10 OUTOFORDER10 EARLY10 PENDINGFIRST10 FORGEDFIRST10
`;
const bills = `
  PLNPOST PLNPOST BPJS BILLLOST BILLDROPPED BILLHALF BILLERRORACTED BILLGAGAL BILLSLOW BILLREFUSED BILLNOSN BILLNOTJSON
  BILLREDIRECT BILLONCEWRAPPED
`;
const codes = (text: string): string[] => text.trim().split(/\s+/);

const cashiers = 4;
/** Limits the sales of a counter that is not killed for long. */
const maxPresses = 60;

/**
 * Several cashiers at once, each pressing the next button as soon as the last was answered; now and then two press the same.
 * @param run the numbers of one run are its own
 */
async function pressButtons(app: App, run: number, mayOrder: () => boolean): Promise<void> {
  let pressed = 0;
  const next = (all: readonly string[]): string => all[(run * 7 + pressed * 11) % all.length]!;
  const cashier = async (): Promise<void> => {
    while (pressed < maxPresses) {
      // Bills need no relay; with orders alone, a counter that starts without one would have nothing to do.
      const isBill = pressed % 4 === 3 || (!mayOrder() && pressed % 4 !== 0);
      pressed += 1;
      const customerNo = `${isBill ? '53' : '0877'}${String(run).padStart(5, '0')}${String(pressed).padStart(3, '0')}`;
      const times = pressed % 9 === 0 ? 2 : 1;
      const productCode = next(codes(isBill ? bills : orders));
      const press = isBill ? sellBill : sellOrder;
      await Promise.all(Array.from({ length: times }, () => press(app, productCode, customerNo)));
    }
  };
  await Promise.all(Array.from({ length: cashiers }, cashier));
}

/** Without a live relay an order is refused before anything is stored: the cashier tries the next one. */
async function sellOrder(app: App, productCode: string, customerNo: string): Promise<void> {
  await app.handlers.order({ productCode, customerNo, sellingPrice: 12_000, tendered: 20_000 });
  await turn();
}

async function sellBill(app: App, productCode: string, customerNo: string): Promise<void> {
  const bill = await app.handlers.inquiry({ productCode, customerNo });
  if (bill.ok) await app.handlers.pay({ id: bill.value.id });
}

async function sellBatch(app: App, lines: readonly string[]): Promise<void> {
  await app.handlers['batches.create']({
    lines: lines.map((line) => {
      const [productCode = '', customerNo = ''] = line.split('.');
      return { productCode, customerNo, sellingPrice: 12_000 };
    }),
    tendered: lines.length * 12_000,
  });
}

async function resumeBatch(app: App): Promise<void> {
  const open = await app.handlers['batches.open'](undefined);
  if (open.ok && open.value) await app.handlers['batches.resume']({ id: open.value.id });
}

const say = (line: string): void => void writeSync(1, `${line}\n`);

const log = { info() {}, warn() {}, error() {} };
const app: App = await createApp(nodeSystem, {
  dataDir: process.argv[2] ?? '',
  env: process.env,
  version: '0.0.0',
  secrets: secretsFile(`${process.argv[2]}.secrets`, log),
  printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
  log,
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
  if (command === 'order') {
    void app.handlers
      .order({ productCode: first, customerNo: second })
      .then((answer) => (answer.ok ? undefined : say(`refused: ${answer.error.code}`)));
  }
  if (command === 'batch') void sellBatch(app, line.split(' ').slice(1));
  if (command === 'resume') void resumeBatch(app);
  if (command === 'pay') void sellBill(app, first, second);
}
await app.close();
