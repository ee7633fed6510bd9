import { expect, test, vi } from 'vitest';
import { readConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { poll, secret } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';
import { askShop, claimOf, keyId, openClaims, postClaim, saleId } from '../support/shop.ts';

/** A relay, and commands beside it. */
async function commands() {
  const { env } = await newDatabase();
  const relay = await relayProcess(env);
  const run = (...args: string[]) => relayCommandInProcess(env, ...args);
  const answered = async <Answer>(...args: string[]): Promise<Answer> => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return JSON.parse(stdout) as Answer;
  };
  return {
    run,
    relay,
    answered,
    createShop: async (name: string) => (await answered<{ shop: string }>('shop', 'create', name)).shop,
    createMailbox: async (name: string, ...more: string[]) => ({
      relay,
      ...(await answered<{ mailbox: string; token: string }>('mailbox', 'create', name, '--secret', secret, ...more)),
    }),
    /** Why a command is refused. */
    refusal: async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(...args);
      expect([args, code, stdout]).toEqual([args, 3, '']);
      return stderr.trim();
    },
  };
}

test('a shop is made, filled, listed, emptied and deleted, and running relays notice each', async () => {
  const { run, answered, createShop, createMailbox, refusal } = await commands();
  expect((await run('shop', 'list')).stdout).toBe('There is no shop yet\n');
  const shop = await createShop('Toko Satu');
  const front = await createMailbox('Front', '--shop', shop);
  const back = await createMailbox('Back');
  expect((await poll(front)).json.shop).toMatchObject({ id: shop, name: 'Toko Satu', keyId: null });
  expect((await poll(back)).json.shop).toBeUndefined();
  await answered('shop', 'add', shop, back.mailbox);
  // Twice is once.
  await answered('shop', 'add', shop, back.mailbox);
  await askShop(back, 'shop-key', { keyId });
  await postClaim(back, claimOf(1, 'A 0812'));
  expect(await answered('shop', 'list')).toMatchObject([
    {
      shop,
      name: 'Toko Satu',
      keyId,
      unresolved: 1,
      mailboxes: [
        { mailbox: front.mailbox, name: 'Front', role: 'counter', disabled: false },
        { mailbox: back.mailbox, name: 'Back', role: 'counter', disabled: false },
      ],
    },
  ]);
  expect((await run('shop', 'list')).stdout).toMatch(
    /^s\S+ {2}Toko Satu {2}key 0123456789abcdef, 1 unresolved claims\n {2}m/,
  );
  expect(await answered('mailbox', 'list')).toMatchObject([{ shop }, { shop }]);
  expect(await refusal('shop', 'delete', shop)).toBe('The shop has mailboxes: remove or delete them first');
  await answered('shop', 'remove', shop, back.mailbox);
  expect((await openClaims(front)).others).toMatchObject([{ id: saleId(1), counter: 'Back', isRevoked: true }]);
  expect((await poll(back)).json.shop).toBeUndefined();
  await answered('shop', 'remove', shop, front.mailbox);
  expect(await answered('shop', 'delete', shop)).toEqual({ shop, deleted: true });
  expect(await answered('shop', 'list')).toEqual([]);
});

test('an office is made in a shop, is listed as one, and has no key to rotate', async () => {
  const { answered, createShop, createMailbox, refusal, run, relay } = await commands();
  const shop = await createShop('One');
  const front = await createMailbox('Front', '--shop', shop);
  const mailbox = await answered<{ mailbox: string; token: string; connectionCode: string }>(
    'mailbox',
    'create',
    'Office',
    '--shop',
    shop,
    '--office',
  );
  expect(Object.keys(mailbox)).toEqual(['mailbox', 'token', 'connectionCode']);
  expect(readConnectionCode(mailbox.connectionCode)).toMatchObject({
    code: { mailbox: mailbox.mailbox, token: mailbox.token, secretKey: null },
  });
  const office = { relay, ...mailbox };
  expect((await poll(office)).json.shop).toMatchObject({ id: shop, role: 'office' });
  expect(await answered('shop', 'list')).toMatchObject([
    {
      mailboxes: [
        { mailbox: front.mailbox, role: 'counter' },
        { mailbox: mailbox.mailbox, name: 'Office', role: 'office', disabled: false },
      ],
    },
  ]);
  expect(await answered('mailbox', 'list')).toMatchObject([{ role: 'counter' }, { role: 'office', keyless: false }]);
  expect((await run('shop', 'list')).stdout).toContain(`${mailbox.mailbox}  Office (office)\n`);
  expect((await run('mailbox', 'list')).stdout).toContain(`${mailbox.mailbox}  Office (office; of ${shop})`);
  expect((await run('mailbox', 'create', 'Second', '--shop', shop, '--office')).stdout).toMatch(
    /^mailbox: m\S+\ntoken: t\S+\nThe token is not shown again\. A counter adds the shop key to the code\.\nconnectionCode: /,
  );
  const taken = 'The shop has a mailbox of that name: cashiers would not know which counter is meant';
  expect(await refusal('mailbox', 'create', 'Front', '--shop', shop, '--office')).toBe(taken);
  expect(await refusal('mailbox', 'create', 'Third', '--shop', 'nowhere', '--office')).toBe('There is no such shop');
  expect(await refusal('mailbox', 'rotate-secret', mailbox.mailbox, '--secret', 'k')).toBe(
    'The mailbox is an office: it takes no webhooks, and has no key',
  );
  const token = await answered<{ token: string }>('mailbox', 'rotate-token', mailbox.mailbox);
  await vi.waitFor(async () => expect((await poll(office)).status).toBe(401));
  expect((await poll({ ...office, ...token })).status).toBe(200);
  // It leaves, and may come back as what it is.
  await answered('shop', 'remove', shop, mailbox.mailbox);
  await answered('shop', 'add', shop, mailbox.mailbox);
  expect((await poll({ ...office, ...token })).json.shop).toMatchObject({ role: 'office' });
  await answered('mailbox', 'delete', mailbox.mailbox, '--yes');
  expect(await answered('shop', 'list')).toMatchObject([{ mailboxes: [{ name: 'Front' }, { name: 'Second' }] }]);
});

test('says why a shop takes no mailbox', async () => {
  const { answered, createShop, createMailbox, refusal, run } = await commands();
  const [shop, other] = [await createShop('One'), await createShop('Other')];
  const front = await createMailbox('Front', '--shop', shop);
  const taken = 'The shop has a mailbox of that name: cashiers would not know which counter is meant';
  expect(await refusal('mailbox', 'create', 'Front', '--secret', 'k', '--shop', shop)).toBe(taken);
  const namesake = await createMailbox('Front', '--shop', other);
  expect(await refusal('shop', 'add', shop, namesake.mailbox)).toBe(
    'The mailbox is in another shop: remove it there first',
  );
  await answered('shop', 'remove', other, namesake.mailbox);
  expect(await refusal('shop', 'add', shop, namesake.mailbox)).toBe(taken);
  const unknown = 'There is no such shop';
  expect(await refusal('mailbox', 'create', 'Third', '--secret', 'k', '--shop', 'nowhere')).toBe(unknown);
  expect(await refusal('shop', 'add', 'nowhere', namesake.mailbox)).toBe(unknown);
  expect(await refusal('shop', 'remove', 'nowhere', front.mailbox)).toBe(unknown);
  expect(await refusal('shop', 'delete', 'nowhere')).toBe(unknown);
  expect(await refusal('shop', 'rotate-key', 'nowhere')).toBe(unknown);
  expect(await refusal('shop', 'add', shop, 'nobody')).toBe('There is no such mailbox');
  expect(await refusal('shop', 'remove', shop, namesake.mailbox)).toBe('The mailbox is not in that shop');
  expect(await refusal('shop', 'rotate-key', shop, '--revoke', namesake.mailbox)).toBe(
    'The mailbox is not in that shop',
  );
  expect((await run('shop', 'sell')).code).toBe(2);
  // The refused ones were not made.
  expect(await answered('mailbox', 'list')).toHaveLength(2);
});

test('one command revokes a stolen counter and the shop key', async () => {
  const { answered, createShop, createMailbox } = await commands();
  const shop = await createShop('One');
  const [front, stolen] = [await createMailbox('Front', '--shop', shop), await createMailbox('Back', '--shop', shop)];
  await askShop(front, 'shop-key', { keyId });
  await postClaim(stolen, claimOf(1, 'A 0812'));
  const rotated = await answered('shop', 'rotate-key', shop, '--revoke', stolen.mailbox);
  expect(rotated).toEqual({ shop, rotated: true, revoked: stolen.mailbox });
  expect((await poll(stolen)).status).toBe(401);
  expect((await askShop(stolen, 'claims', { keyId, claims: [claimOf(2, 'B 0813')] })).status).toBe(401);
  expect((await poll(front)).json.shop).toMatchObject({ keyId: null });
  expect(await openClaims(front)).toMatchObject({ own: [], others: [{ id: saleId(1), isRevoked: true }] });
  expect(await answered('shop', 'list')).toMatchObject([
    { keyId: null, unresolved: 1, mailboxes: [{ disabled: false }, { disabled: true }] },
  ]);
});

test('after an older copy was put back the list of what it trusts is shown, nothing is claimed, and a newer key is for the operator', async () => {
  const { run, answered, createShop, createMailbox, refusal } = await commands();
  const shop = await createShop('Toko Dua');
  const front = await createMailbox('Front', '--shop', shop);
  const back = await createMailbox('Back', '--shop', shop);
  await askShop(front, 'shop-key', { keyId });
  const { stdout } = await run('restored');
  for (const word of [front.mailbox, back.mailbox, 'token since', `key ${keyId}`]) expect(stdout).toContain(word);
  const claim = { keyId, claims: [claimOf(1, 'A 0812')] };
  expect(await askShop(front, 'claims', claim)).toMatchObject({
    status: 409,
    json: { reason: 'restored', waiting: ['Back', 'Front'] },
  });
  // What was sent is a fact.
  expect(await postClaim(back, claimOf(2, 'B 0812', { isSent: true }))).toMatchObject({ outcome: 'recorded' });
  const { restore } = await openClaims(front);
  const compare = (of: typeof front, id = restore?.id) => askShop(of, 'claims/restore', { step: 'compared', id });
  expect((await compare(front, 'another')).json['restore']).toMatchObject({ waiting: ['Back', 'Front'] });
  expect((await compare(front)).json['restore']).toMatchObject({ waiting: ['Back'] });
  expect((await askShop(front, 'claims', claim)).json).toMatchObject({ reason: 'restored', waiting: ['Back'] });
  expect((await compare(back)).json).not.toHaveProperty('restore');
  expect(await postClaim(front, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });

  const newer = 'b'.repeat(16);
  expect((await askShop(back, 'shop-key', { keyId: newer, replaces: 'c'.repeat(16) })).status).toBe(409);
  expect(await postClaim(front, claimOf(3, 'C 0812'))).toMatchObject({ outcome: 'recorded' });
  expect((await askShop(back, 'shop-key', { keyId: newer, replaces: keyId })).status).toBe(409);
  expect((await askShop(front, 'claims', { keyId, claims: [claimOf(4, 'D 0812')] })).json).toMatchObject({
    reason: 'restored',
    waiting: [],
  });
  expect((await run('shop', 'list')).stdout).toContain(`Back has key ${newer} in its place`);
  expect(await refusal('shop', 'trust-key', shop, 'd'.repeat(16))).toContain('No counter has reported that key');
  await answered('shop', 'trust-key', shop, newer);
  expect(await answered('shop', 'list')).toMatchObject([{ keyId: newer, newerKey: null }]);
  expect(await postClaim(back, claimOf(2, 'B 0812', { version: 2 }), newer)).toMatchObject({ outcome: 'recorded' });
});
