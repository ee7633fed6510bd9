import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { orderData } from '../../support/answers.ts';
import { appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/journal-folder.ts';
import { orderTaker } from '../../support/order-taker.ts';
import { secret, startRelay } from '../../support/relay.ts';

it('an answer that the disk did not take is not left behind by making the connection anew', async () => {
  const dataDir = temporaryFolder();
  const setFlags = (flags: string): void => {
    const db = new Database(join(dataDir, 'live', 'journal.db'));
    db.prepare('UPDATE transactions SET flags = ?').run(flags);
    db.close();
  };
  const under = await startRelay();
  const env = {
    KONTER_PROVIDER_URL: await orderTaker(() => setFlags('not JSON')),
    KONTER_SECRET_KEY: secret,
    KONTER_RELAY_URL: under.relay.url,
    KONTER_RELAY_MAILBOX: under.mailbox,
    KONTER_RELAY_TOKEN: under.token,
  };
  const { call, app } = await appWorld({ dataDir, env });
  await vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'));
  const { error } = await call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
  expect(error).toMatchObject({ code: 'outcome_unknown', reason: 'not_recorded', unwritten: { state: 'pending' } });

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
