import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MailboxCredentials, MailboxStore, Store } from '../../src/relay/core/store.ts';
import { mailboxRepository } from '../../src/relay/store/mailbox-repository.ts';
import { openSqlite } from '../../src/relay/store/sqlite/engine.ts';
import { createStore } from '../../src/relay/store/store.ts';
import { anyAsk, askedMailbox } from '../support/relay-databases.ts';
import { chanceOf } from './engine/chance.ts';
import { emptyRelayDisk, memoryStore } from './world/memory-store.ts';

test('the simulated relay’s store answers everything as the real one does', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const real = await realStore();
    const memory = memoryStore(emptyRelayDisk());
    const chance = chanceOf(`store ${seed}`);
    await real.createMailbox(askedMailbox);
    await memory.createMailbox(askedMailbox);
    for (let step = 0; step < 60; step++) {
      const ask = anyAsk(chance);
      expect(await ask(memory), `seed ${seed}, step ${step}`).toEqual(await ask(real));
    }
  }
}, 60_000);

test('a secret is rotated in it as in the real one', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const real = await realMailboxes();
    const memory = memoryStore(emptyRelayDisk());
    const chance = chanceOf(`secrets ${seed}`);
    const asked = chance.happens(0.8) ? askedMailbox : { ...askedMailbox, ciphertext: null };
    await real.createMailbox(asked);
    await memory.createMailbox(asked);
    const moment = (): string => new Date(Date.parse('2026-01-01') + chance.between(0, 20) * 1000).toISOString();
    for (let step = 1; step <= 12; step++) {
      const id = chance.happens(0.9) ? askedMailbox.id : 'unknown';
      const ask = { ciphertext: `secret ${step}`, now: moment(), oldUntil: moment() };
      const where = `seed ${seed}, step ${step}`;
      expect(await memory.rotateSecret(id, ask), where).toBe(await real.rotateSecret(id, ask));
      expect(await memory.directoryVersion(), where).toBe(await real.directoryVersion());
      expect(inAnyOrder(await memory.findMailbox(askedMailbox.id)), where).toEqual(
        inAnyOrder(await real.findMailbox(askedMailbox.id)),
      );
    }
  }
}, 60_000);

/** The interface does not say which secret comes first. */
function inAnyOrder(mailbox: MailboxCredentials | null): MailboxCredentials | null {
  return (
    mailbox && { ...mailbox, secrets: mailbox.secrets.toSorted((a, b) => a.ciphertext.localeCompare(b.ciphertext)) }
  );
}

async function realMailboxes(): Promise<Store & MailboxStore> {
  const opened = await openFile();
  return { ...createStore(opened), ...mailboxRepository(opened.engine) };
}

async function realStore(): Promise<Store> {
  return createStore(await openFile());
}

async function openFile(): ReturnType<typeof openSqlite> {
  const folder = mkdtempSync(join(tmpdir(), 'konter-likeness-'));
  const opened = await openSqlite(join(folder, 'relay.db'));
  onTestFinished(async () => {
    await opened.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return opened;
}
