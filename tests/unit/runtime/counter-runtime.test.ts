import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { orderTaker } from '../../support/fake-servers.ts';
import { seededRandom } from '../../support/fake-system.ts';
import { orderData } from '../../support/provider-answers.ts';
import { counterEnv, startRelay } from '../../support/relay.ts';

describe('a counter that fails to open', () => {
  const nowhere = 'http://127.0.0.1:1';

  it('a world that could not be opened to its end is closed again: it neither listens nor keeps its database', async () => {
    const { app, call, dataDir } = await appWorld();
    await call('settings.save', {
      provider: { url: `${nowhere}/v1` },
      relay: { url: nowhere, mailbox: 'obviously-fake' },
      secrets: { secretKey: 'obviously-fake', relayToken: 'obviously-fake' },
    });
    mkdirSync(join(dataDir, 'live'));
    const path = join(dataDir, 'live', 'journal.db');
    const db = await openShopDatabase({ path, random: seededRandom('half-opened'), kind: 'live' });
    const createdAt = '2026-03-10T03:00:00.000Z';
    await db.people.add({ id: 'p1', name: 'Bu Rina', role: 'owner', active: true, createdAt }, createdAt);
    await db.close();
    const since = (at: string): void => {
      const db = new Database(path);
      db.prepare('UPDATE people SET created_at = ?').run(at);
      db.close();
    };
    since('long ago');
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(app.mode()).toBe('training');
    since(createdAt);
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ ok: true });
    expect(app.mode()).toBe('live');
  });
});

describe('pending writes and the connection', () => {
  it('an answer that the disk did not take is not left behind by opening the connection again', async () => {
    const dataDir = temporaryFolder();
    const setFlags = (flags: string): void => {
      const db = new Database(join(dataDir, 'live', 'journal.db'));
      db.prepare('UPDATE transactions SET flags = ?').run(flags);
      db.close();
    };
    const under = await startRelay();
    const env = counterEnv(under, await orderTaker(() => setFlags('not JSON')));
    const { call, app } = await appWorld({ dataDir, env });
    await vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'));
    const { error } = await call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    expect(error).toMatchObject({
      code: 'outcome_unknown',
      reason: 'not_recorded',
      pendingWrite: { state: 'pending' },
    });

    const saved = { provider: { connectTimeoutSeconds: 5 } };
    expect(await call('settings.save', saved)).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'corrupt' },
    });
    // Nor does it lie in wait for the next start, which would listen at another mailbox, say.
    expect((await call('settings.get')).value.settings.provider.connectTimeoutSeconds).toBe(10);
    expect(await call('mode.switch', { mode: 'training' })).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(app.mode()).toBe('live');

    setFlags('[]');
    expect(await call('settings.save', saved)).toMatchObject({ ok: true });
    expect(await call('transactions.get', { id: error.transaction.id })).toMatchObject({
      value: { state: 'pending', transactionId: orderData().transaction_id },
    });
  });
});
