import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { appWorld } from '../../support/app-world.ts';
import { seededRandom } from '../../support/seeded-random.ts';

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
  const journal = await openShopDatabase({ path, random: seededRandom('half-opened'), kind: 'live' });
  const createdAt = '2026-03-10T03:00:00.000Z';
  await journal.people.add({ id: 'p1', name: 'Bu Rina', role: 'owner', active: true, createdAt }, createdAt);
  await journal.close();
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
