import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { DigiflazzServer } from '../digiflazz-server.ts';

/**
 * The stand-in for Digiflazz as a process. Its first line is its address; each line of its input is a command, which it answers with a
 * line of JSON. The end of the input ends it.
 */

const Command = z.union([
  /** how many prepaid products its list has, and what each costs */
  z.strictObject({ products: z.int(), cost: z.int() }),
  /** what it does with the next purchase instead of answering it */
  z.strictObject({ fault: z.enum(['lost', 'html', 'hang']) }),
  /** answers once a purchase for that number has arrived: how many there were */
  z.strictObject({ purchasesOf: z.string() }),
  /** posts the webhook of that number's purchase there, and answers the HTTP status */
  z.strictObject({ webhookOf: z.string(), to: z.url() }),
]);
export type DigiflazzCommand = z.infer<typeof Command>;

const server = new DigiflazzServer();

async function purchaseOf(number: string) {
  for (;;) {
    const purchase = [...server.transactions.values()].find((one) => one.customer_no === number && one.purchases > 0);
    if (purchase) return purchase;
    await once(server.events, 'request');
  }
}

async function run(command: DigiflazzCommand): Promise<unknown> {
  if ('products' in command) return void Object.assign(server, command);
  if ('fault' in command) return void server.faults.push(command.fault);
  if ('purchasesOf' in command) return (await purchaseOf(command.purchasesOf)).purchases;
  const { body, headers } = server.settle((await purchaseOf(command.webhookOf)).ref_id, {});
  return (await fetch(command.to, { method: 'POST', body: new Uint8Array(body), headers })).status;
}

process.stdout.write(`${await server.listen()}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(Command.parse(JSON.parse(line)));
  process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
}
await server.close();
