import { access, constants, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { print, Refusal, readText, UsageError } from '../../server/command.ts';
import { systemClock as clock } from '../../server/system.ts';
import type { CounterRepository } from '../core/counter-repository.ts';
import { OrderRepository } from '../core/order-repository.ts';
import { openDatabase, providerName } from '../open-bridge.ts';
import type { StoreCommand } from './command-line.ts';
import type { Config } from './config.ts';

/** Runs one command about counters or credentials. A bridge that runs follows what is changed about a counter with its next request. */
export async function runStoreCommand(config: Config, command: StoreCommand): Promise<void> {
  const { engine, counters } = await openDatabase(config);
  try {
    const orders = new OrderRepository(engine);
    const [json, text] = await execute(config, command, { counters, orders });
    print(command.json ? JSON.stringify(json) : text);
  } finally {
    await engine.close();
  }
}

async function execute(
  config: Config,
  command: StoreCommand,
  { counters, orders }: { counters: CounterRepository; orders: OrderRepository },
): Promise<[object, string]> {
  const now = clock.now();
  switch (command.verb) {
    case 'provider set': {
      const { username, 'key-file': keyFile, 'webhook-secret-file': secretFile } = command;
      const webhookSecret = secretFile === null ? null : await readSecret(secretFile);
      const { provider } = config;
      await counters.saveSecret(
        provider,
        JSON.stringify({ username, apiKey: await readSecret(keyFile), webhookSecret }),
      );
      const without = webhookSecret === null ? ' No webhook is believed: --webhook-secret-file is missing.' : '';
      const waiting = await orders.waitingElsewhere(providerName(config, username));
      const elsewhere =
        waiting === 0 ? '' : ` Not looked up until their own account is stored again: ${waiting} pending purchases.`;
      return [
        { provider, webhooks: webhookSecret !== null, waiting },
        `Stored for ${provider}. Start the bridge again.${without}${elsewhere}`,
      ];
    }
    case 'counter create': {
      const { operand: name, limit: dayLimit, mailbox, files } = command;
      await ensureRoom(files);
      return handOut(await counters.create({ name, dayLimit, mailbox, now }), files);
    }
    case 'counter list': {
      const list = await counters.list();
      const lines = list.map(
        ({ counter, name, mailbox, dayLimit, disabled }) =>
          `${counter}  ${name}  Rp${dayLimit} a day, ${mailbox === null ? 'no mailbox yet' : `mailbox ${mailbox.slice(0, 6)}…`}${disabled ? ' (disabled)' : ''}`,
      );
      return [list, lines.length === 0 ? 'There is no counter yet' : lines.join('\n')];
    }
    case 'counter rotate': {
      const { operand: counter, files } = command;
      await ensureRoom(files);
      return handOut({ counter, token: ensureKnown(await counters.rotate(counter)), key: null }, files);
    }
    case 'counter change': {
      const { operand: counter, limit: dayLimit, mailbox } = command;
      if (dayLimit === null && mailbox === null) throw new UsageError('"counter change" takes --limit or --mailbox');
      ensureKnown(await counters.change(counter, { dayLimit, mailbox }));
      return [{ counter, changed: true }, 'Changed'];
    }
    case 'counter disable':
    case 'counter enable': {
      const { operand: counter } = command;
      const disabled = command.verb === 'counter disable';
      ensureKnown(await counters.setDisabled(counter, disabled ? now : null));
      return [
        { counter, disabled },
        disabled ? 'Disabled: it is answered 401; results under way still come' : 'Enabled',
      ];
    }
  }
}

function ensureKnown<Value>(value: Value | null | false): Value {
  if (value === null || value === false) throw new Refusal('There is no such counter');
  return value;
}

const readSecret = (path: string): Promise<string> =>
  readText({ from: 'file', path }).catch(() => {
    throw new UsageError('A file with a secret cannot be read, or is not UTF-8 text');
  });

/** Before anything is made: a token that cannot be written is lost, and so is the one that it replaces. */
async function ensureRoom(folder: string | null): Promise<void> {
  if (folder === null) return;
  const names = await access(folder, constants.W_OK)
    .then(() => readdir(folder))
    .catch(() => {
      throw new Refusal('--files: there is no such folder, or it cannot be written');
    });
  if (names.includes('headers.json') || names.includes('key'))
    throw new Refusal('--files: the folder has a headers.json or key already');
}

/** What is shown once; in a folder, as the files that the relay's command takes. */
async function handOut(
  { counter, token, key }: { counter: string; token: string; key: string | null },
  folder: string | null,
): Promise<[object, string]> {
  const headers = JSON.stringify({ authorization: `Bearer ${token}` });
  const json = { counter, headers: JSON.parse(headers), ...(key === null ? {} : { key }) };
  const lines = [`counter: ${counter}`, `headers: ${headers}`, ...(key === null ? [] : [`key: ${key}`])];
  if (folder === null) return [json, [...lines, 'They are not shown again.'].join('\n')];
  const write = (name: string, text: string) => writeFile(join(folder, name), `${text}\n`, { mode: 0o600, flag: 'wx' });
  await write('headers.json', headers);
  if (key !== null) await write('key', key);
  return [
    { counter, files: folder },
    `counter: ${counter}\nIts secrets are in ${folder}: delete them once the relay has them.`,
  ];
}
