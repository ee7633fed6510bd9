import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { fastForward } from '../../support/clocks.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { order, sold } from '../../support/stored-sales.ts';

describe('the mode at the start', () => {
  async function folderWithLiveSale() {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'live'));
    const journal = await openShopDatabase({ path: join(dataDir, 'live', 'journal.db'), random: realRandom });
    const sale = await sold(journal, order(1));
    await journal.close();
    return { dataDir, sale };
  }

  it('a folder with nothing in it starts training, and touches nothing live', async () => {
    const { app, dataDir } = await appWorld();
    expect(app.mode()).toBe('training');
    expect(existsSync(join(dataDir, 'live'))).toBe(false);
  });

  it.each([
    ['KONTER_PROVIDER_URL', 'http://127.0.0.1:9/v1'],
    ['KONTER_PROVIDER_HEADERS', '{"X-Shop":"a"}'],
    ['KONTER_SECRET_KEY', 'k'],
    ['KONTER_RELAY_URL', 'http://127.0.0.1:9'],
    ['KONTER_RELAY_MAILBOX', 'm'],
    ['KONTER_RELAY_TOKEN', 't'],
  ])('one live setting in the environment, %s, starts live', async (name, value) => {
    const { app } = await appWorld({ env: { [name]: value } });
    expect(app.mode()).toBe('live');
  });

  it('a time zone alone is no live setting', async () => {
    const { app } = await appWorld({ env: { KONTER_TIME_ZONE: 'Asia/Makassar', KONTER_SECRET_KEY: '' } });
    expect(app.mode()).toBe('training');
  });

  it('a saved live secret starts live', async () => {
    const secrets = memorySecrets(new Map([['secretKey', 'k']]));
    expect((await appWorld({ secrets })).app.mode()).toBe('live');
  });

  it('a saved live address starts live', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ provider: { url: 'https://provider.example/v1' } }));
    expect((await appWorld({ dataDir })).app.mode()).toBe('live');
  });

  it('a shop whose live settings have gone missing stays live, sells nothing, and still shows its receipts', async () => {
    const { dataDir, sale } = await folderWithLiveSale();
    const { app, call, printed } = await appWorld({ dataDir });
    expect(app.mode()).toBe('live');
    const notConfigured = { ok: false, error: { code: 'not_configured' } };
    const ask = { productCode: 'TSEL10', customerNo: '081234567890' };
    expect(await call('order', ask)).toMatchObject(notConfigured);
    expect(await call('inquiry', ask)).toMatchObject(notConfigured);
    expect(await call('product', { productCode: 'TSEL10' })).toMatchObject(notConfigured);
    expect(await call('pay', { id: sale.id })).toMatchObject(notConfigured);
    expect(await call('transactions.search', {})).toMatchObject({ ok: true, value: { items: [{ id: sale.id }] } });
    expect(await call('receipts.preview', { id: sale.id })).toMatchObject({ ok: true });
    expect(await call('receipts.print', { id: sale.id })).toMatchObject({ ok: true, value: { copy: 1 } });
    expect(printed).toHaveLength(1);
    expect(await call('status')).toMatchObject({
      ok: true,
      value: {
        mode: 'live',
        missing: ['providerUrl', 'secretKey', 'relayUrl', 'relayMailbox', 'relayToken'],
        provider: { state: 'not_configured' },
        relay: { state: 'not_configured' },
      },
    });
  });

  it('settings that cannot be read are kept beside, and a shop with live sales stays live', async () => {
    const { dataDir } = await folderWithLiveSale();
    writeFileSync(join(dataDir, 'settings.json'), '{"provider":');
    const { app } = await appWorld({ dataDir });
    expect(app.mode()).toBe('live');
    expect(existsSync(join(dataDir, 'settings.json.unreadable'))).toBe(true);
  });

  it('settings that were changed by hand in an editor that puts a mark in front count', async () => {
    const { dataDir } = await folderWithLiveSale();
    writeFileSync(join(dataDir, 'settings.json'), '\uFEFF{"billFee":3000}');
    const { call } = await appWorld({ dataDir });
    expect((await call('settings.get')).value.settings.billFee).toBe(3000);
    expect(existsSync(join(dataDir, 'settings.json.unreadable'))).toBe(false);
  });

  it('a second copy on the same folder is refused as locked, once it has waited', async () => {
    const { dataDir, call } = await appWorld();
    const second = fastForward(() => appWorld({ dataDir }));
    await expect(second).rejects.toMatchObject({ name: 'JournalFault', kind: 'locked' });
    expect(await call('status')).toMatchObject({ ok: true });
  });

  it('a copy that is still stopping is waited for', async () => {
    const { app, dataDir } = await appWorld();
    const second = appWorld({ dataDir });
    await app.close();
    expect((await second).app.mode()).toBe('training');
  });
});
