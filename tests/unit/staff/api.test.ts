import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SecretChanges } from '../../../src/main/base/secrets.ts';
import { systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import { shippedParts } from '../../../src/main/runtime/counter-runtime.ts';
import { createPersonPins } from '../../../src/main/staff/pins.ts';
import { appWorld, memorySecrets, pinOf, staffed } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';

const now = { productCode: 'SUCCESSNOW10', customerNo: '081234567890', sellingPrice: 12_000 };
const sale = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 };

describe('a counter where no person is set up', () => {
  it('asks nobody to sign in, and names nobody in the log', async () => {
    const { call } = await appWorld();
    expect((await call('people.state')).value).toMatchObject({ exist: false, present: null, why: null });
    const sold = await call('order', sale);
    const [sending] = (await call('transactions.timeline', { id: sold.value.id })).value;
    expect(sending).toMatchObject({ actor: 'cashier', data: { operation: 'order' } });
    expect(sending?.data).not.toHaveProperty('by');
  });

  it('makes its first owner with the supervisor’s PIN where there is one, and only the first', async () => {
    const { call } = await appWorld();
    await call('settings.save', { supervisorPin: { next: '123456' } });
    expect(await call('people.setUp', { name: 'Rina', pin: '1111' })).toMatchObject({ error: { reason: 'weak_pin' } });
    expect(await call('people.setUp', { name: 'Rina', pin: pinOf.owner })).toMatchObject({
      error: { code: 'not_allowed', reason: 'pin_needed' },
    });
    const owner = await call('people.setUp', { name: 'Rina', pin: pinOf.owner, supervisorPin: '123456' });
    expect(owner.value).toMatchObject({ exist: true, present: { name: 'Rina', role: 'owner' } });
    expect(await call('people.setUp', { name: 'Maling', pin: pinOf.other, supervisorPin: '123456' })).toMatchObject({
      error: { reason: 'people_exist' },
    });
  });
});

describe('people at the counter', () => {
  it('what is asked before the first sale is answered beside the cashier: the book by a supervisor, the clock by the owner', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    await signIn('cashier');
    const accept = (risk: 'clock' | 'older_book', who?: keyof typeof pinOf) =>
      call('safety.accept', { what: risk, ...(who ? { pin: pinOf[who] } : {}) });
    expect(await accept('older_book')).toMatchObject({ error: { reason: 'pin_needed' } });
    expect(await accept('older_book', 'cashier')).toMatchObject({ error: { reason: 'wrong_pin' } });
    expect((await accept('older_book', 'supervisor')).ok).toBe(true);
    expect(await accept('clock', 'supervisor')).toMatchObject({ error: { reason: 'no_permission' } });
    expect((await accept('clock', 'owner')).ok).toBe(true);
  });

  it('a person who sells is named in the log, the books and the shift, by the name they had then', async () => {
    const { call } = await appWorld();
    const { ids, signIn } = await staffed({ call });
    await signIn('cashier');
    await call('shifts.open', { counted: 50_000 });
    const sold = await call('order', sale);
    await signIn('owner');
    await call('people.change', { id: ids.cashier, name: 'Sari Dewi' });
    const [sending] = (await call('transactions.timeline', { id: sold.value.id })).value;
    expect(sending).toMatchObject({
      actor: ids.cashier,
      data: { by: { id: ids.cashier, name: 'Sari', role: 'cashier' } },
    });
    expect((await call('shifts.current')).value.shift?.openedBy).toBe('Sari');
    const search = async (text: string) =>
      (await call('transactions.search', { text })).value.items.map(({ id }) => id);
    expect(await search('kasir sari')).toEqual([sold.value.id]);
    expect(await search('kasir wati')).toEqual([]);
    expect((await call('receipts.preview', { id: sold.value.id })).value.text).not.toContain('Kasir');
    await call('settings.save', { slipCashier: true });
    expect((await call('receipts.preview', { id: sold.value.id })).value.text).toMatch(/Kasir\W+Sari\n/);
    const { cashiers } = (await call('books.day', { pin: pinOf.owner })).value;
    expect(cashiers).toEqual([expect.objectContaining({ key: ids.cashier, name: 'Sari Dewi' })]);
  });

  it('a sale stays its cashier’s, also when the counter is locked before the answer', async () => {
    const { call, app } = await appWorld();
    const { ids, signIn } = await staffed({ call });
    await signIn('cashier');
    const selling = call('order', sale);
    await call('people.lock');
    expect(await selling).toMatchObject({ ok: true });
    expect(await call('order', sale)).toMatchObject({ error: { code: 'not_allowed', reason: 'not_signed_in' } });
    expect((await call('status')).ok).toBe(true);
    await signIn('other');
    const events = (await call('transactions.timeline', { id: (await selling).value.id })).value;
    expect(events[0]?.actor).toBe(ids.cashier);
    expect(app.mode()).toBe('training');
  });

  it('a cashier sees no costs: not in answers, not in events, not in what was said word for word', async () => {
    const { call, events } = await appWorld();
    const { signIn } = await staffed({ call });
    await call('catalogue.save', { changes: [{ productCode: 'TSEL10', cost: 10_500, sellingPrice: 12_000 }] });
    expect(JSON.stringify((await call('catalogue.list')).value)).toContain('10500');
    await signIn('cashier');
    expect(JSON.stringify((await call('catalogue.list')).value)).not.toContain('10500');
    const sold = await call('order', sale);
    await expect
      .poll(async () => (await call('transactions.get', { id: sold.value.id })).value.state, { timeout: 30_000 })
      .toBe('success');
    expect((await call('transactions.get', { id: sold.value.id })).value.price).toBeNull();
    expect(
      (await call('transactions.timeline', { id: sold.value.id })).value.flatMap(({ bodies }) =>
        bodies.map(({ role }) => role),
      ),
    ).not.toContain('webhook');
    const sales = events.filter((event) => event.type === 'transaction');
    expect(sales.length).toBeGreaterThan(0);
    expect(sales.every(({ transaction }) => transaction.price === null)).toBe(true);
    expect(await call('books.day')).toMatchObject({ error: { reason: 'no_permission' } });
  });

  it('a repeat is for a supervisor, with a reason that stays in the log', async () => {
    const { call } = await appWorld();
    const { ids, signIn } = await staffed({ call });
    await signIn('cashier');
    const first = await call('order', now);
    expect(first.value.state).toBe('success');
    expect(await call('order', now)).toMatchObject({ error: { code: 'duplicate' } });
    const repeat = { ...now, allowDuplicate: true };
    expect(await call('order', repeat)).toMatchObject({ error: { reason: 'reason_needed' } });
    const why = { ...repeat, reason: 'pelanggan minta dua kali' };
    expect(await call('order', why)).toMatchObject({ error: { reason: 'pin_needed' } });
    expect(await call('order', { ...why, pin: pinOf.cashier })).toMatchObject({ error: { reason: 'wrong_pin' } });
    const second = await call('order', { ...why, pin: pinOf.supervisor });
    const [sending] = (await call('transactions.timeline', { id: second.value.id })).value;
    expect(sending).toMatchObject({
      actor: ids.cashier,
      data: { by: { name: 'Sari' }, approvedBy: [{ name: 'Pak Dedi', role: 'supervisor' }] },
      bodies: [{ role: 'note', text: 'pelanggan minta dua kali' }],
    });
  });

  it('guessing at a supervisor’s PIN locks the one who guesses, and one’s own PIN forgives nothing', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    await signIn('cashier');
    const guess = (pin: string) =>
      call('order', { ...sale, allowCutOff: true, reason: 'coba saja', pin }).then(({ error }) => error.reason);
    const reasons = [await guess('1029'), await guess('1030'), await guess('1031')];
    await signIn('cashier');
    reasons.push(await guess('1032'), await guess('1033'), await guess(pinOf.supervisor));
    expect(reasons).toEqual(['wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'locked', 'locked']);
    await signIn('other');
    expect(await call('order', { ...sale, allowCutOff: true, reason: 'cut off', pin: pinOf.supervisor })).toMatchObject(
      { ok: true },
    );
  });

  it('wrong PINs lock one person, not the others, also after a new start; the log has it', async () => {
    const dataDir = temporaryFolder();
    const secrets = memorySecrets();
    const before = await appWorld({ dataDir, secrets });
    const { ids, signIn } = await staffed(before);
    const guess = () => before.call('people.signIn', { id: ids.owner, pin: '9137' });
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await guess()).toMatchObject({ error: { reason: 'wrong_pin', attemptsLeft } });
    expect(await guess()).toMatchObject({ error: { reason: 'locked' } });
    expect(await signIn('cashier')).toMatchObject({ ok: true });
    await before.app.close();

    const { call } = await appWorld({ dataDir, secrets });
    expect((await call('people.state')).value).toMatchObject({ exist: true, present: null, why: 'start' });
    expect(await call('people.signIn', { id: ids.owner, pin: pinOf.owner })).toMatchObject({
      error: { reason: 'locked' },
    });
    await call('people.signIn', { id: ids.supervisor, pin: pinOf.supervisor });
    const waiting = (await call('people.state')).value.people.find(({ id }) => id === ids.owner);
    expect(waiting?.waitMs).toBeGreaterThan(4 * 60_000);
  });

  it('PINs are one person’s each, the last owner stays, and who left does not sign in', async () => {
    const { call } = await appWorld();
    const { ids, signIn } = await staffed({ call });
    expect(await call('people.add', { name: 'Budi', role: 'cashier', pin: pinOf.cashier })).toMatchObject({
      error: { reason: 'pin_taken' },
    });
    expect(await call('people.add', { name: 'sari', role: 'cashier', pin: '8462' })).toMatchObject({
      error: { reason: 'name_taken' },
    });
    expect(await call('people.change', { id: ids.owner, active: false })).toMatchObject({
      error: { reason: 'last_owner' },
    });
    expect(await call('people.change', { id: ids.owner, role: 'cashier' })).toMatchObject({
      error: { reason: 'last_owner' },
    });
    await call('people.change', { id: ids.cashier, active: false });
    expect(await signIn('cashier')).toMatchObject({ error: { code: 'not_found' } });
    const { events } = (await call('people.log')).value;
    expect(events[0]).toMatchObject({
      type: 'people.changed',
      person: { name: 'Sari' },
      by: { name: 'Bu Rina' },
      changed: ['active'],
    });
    expect(await call('settings.save', { supervisorPin: { next: '135791' } })).toMatchObject({
      error: { reason: 'per_person_pins' },
    });
  });

  it('two people are two persons', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    expect(await call('settings.save', { twoPeople: true, pin: pinOf.owner })).toMatchObject({ ok: true });
    await signIn('supervisor');
    // One that no webhook settles meanwhile.
    const lost = await call('order', { ...sale, productCode: 'LOSTQUIET10' });
    expect(lost).toMatchObject({ error: { code: 'outcome_unknown' } });
    const { id } = lost.error.transaction;
    const failed = { id, outcome: 'failed' as const, note: 'dicek di dasbor', pin: pinOf.supervisor };
    const reasons: (string | undefined)[] = [];
    for (const secondPin of [undefined, pinOf.supervisor]) {
      reasons.push(
        (await call('transactions.resolve', { ...failed, ...(secondPin ? { secondPin } : {}) })).error.reason,
      );
    }
    expect(reasons).toEqual(['second_pin_needed', 'second_wrong_pin']);
    expect(await call('transactions.resolve', { ...failed, secondPin: pinOf.cashier })).toMatchObject({ ok: true });
    const event = (await call('transactions.timeline', { id })).value.at(-1);
    expect(event?.data['approvedBy']).toMatchObject([{ name: 'Pak Dedi' }, { name: 'Sari' }]);
  });

  it('nothing of a PIN is in the database', async () => {
    const { call, secrets } = await appWorld();
    await staffed({ call });
    expect(await secrets.read('peoplePins')).not.toContain(pinOf.owner);
  });
});

describe('names, and people who leave', () => {
  it('a name has nothing in it that cannot be seen, and two that look alike are one', async () => {
    const { call } = await appWorld();
    const { ids } = await staffed({ call });
    const hostile = await call('people.add', {
      name: '\u202e Bu\u0000 \n\u200bdi\ufeff ',
      role: 'cashier',
      pin: '8462',
    });
    expect(hostile.value.people.map(({ name }) => name)).toContain('Bu di');
    for (const name of ['Sa\u200bri', 'SARI', 'Sari\u202c']) {
      expect(await call('people.add', { name, role: 'cashier', pin: '9351' })).toMatchObject({
        error: { reason: 'name_taken' },
      });
    }
    for (const name of ['\u200b\u200b', 'x'.repeat(5000), 'x'.repeat(41)]) {
      expect(await call('people.change', { id: ids.other, name })).toMatchObject({ error: { code: 'invalid_input' } });
    }
  });

  it('who leaves has no PIN any more: not for an older copy of the receipts that is put back either', async () => {
    const { call, secrets } = await appWorld();
    const { ids } = await staffed({ call });
    const pins = createPersonPins(secrets, systemRandom);
    expect(await pins.has(ids.cashier)).toBe(true);
    await call('people.change', { id: ids.owner, active: false });
    await call('people.change', { id: ids.cashier, active: false });
    expect([await pins.has(ids.cashier), await pins.has(ids.owner), await pins.has(ids.other)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await call('people.change', { id: ids.cashier, active: true, pin: pinOf.cashier })).toMatchObject({
      ok: true,
    });
    expect(await call('people.signIn', { id: ids.cashier, pin: pinOf.cashier })).toMatchObject({ ok: true });
  });

  it('a counter opens also where a forgotten PIN cannot be set again', async () => {
    const dataDir = temporaryFolder();
    const secrets = memorySecrets();
    const before = await appWorld({ dataDir, secrets });
    const { ids } = await staffed(before);
    await before.app.close();
    writeFileSync(join(dataDir, 'forgotten-owner-pin.txt'), '');
    const full = {
      ...secrets,
      write: (changes: SecretChanges) =>
        changes.peoplePins === undefined ? secrets.write(changes) : Promise.reject(new Error('full')),
    };
    const { call } = await appWorld({ dataDir, secrets: full });
    expect(await call('people.signIn', { id: ids.owner, pin: pinOf.owner })).toMatchObject({ ok: true });
    expect((await call('people.log')).value.events.map(({ type }) => type)).toContain('people.reset');
  });
});

describe('changes while a PIN is checked', () => {
  it('a person who is removed while their PIN is being looked at is not signed in', async () => {
    const { call } = await appWorld({ parts: shippedParts });
    const { ids } = await staffed({ call });
    const [signedIn] = await Promise.all([
      call('people.signIn', { id: ids.supervisor, pin: pinOf.supervisor }),
      call('people.change', { id: ids.supervisor, active: false }),
    ]);
    expect(signedIn).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect((await call('people.state')).value.present).toMatchObject({ id: ids.owner });
    expect((await call('people.log')).value.events.map(({ type }) => type)).not.toContain('people.signed_in');
  });

  it('a person who gets another role while their PIN is being looked at is signed in with that one', async () => {
    const { call } = await appWorld({ parts: shippedParts });
    const { ids } = await staffed({ call });
    const [signedIn] = await Promise.all([
      call('people.signIn', { id: ids.supervisor, pin: pinOf.supervisor }),
      call('people.change', { id: ids.supervisor, role: 'cashier' }),
    ]);
    expect(signedIn).toMatchObject({ ok: true, value: { state: { present: { role: 'cashier' } } } });
    expect((await call('people.state')).value.present).toMatchObject({ id: ids.supervisor, role: 'cashier' });
  });

  it.each([{ role: 'cashier' }, { active: false }] as const)(
    'the PIN of a supervisor who is changed to %o while it is being looked at approves nothing',
    async (changed) => {
      const { call } = await appWorld({ parts: shippedParts });
      const { ids } = await staffed({ call });
      await call('shifts.open', { counted: 0 });
      const [report] = await Promise.all([
        call('shifts.report', { withCash: true, pin: pinOf.supervisor }),
        call('people.change', { id: ids.supervisor, ...changed }),
      ]);
      expect(report).toMatchObject({ ok: false, error: { reason: 'wrong_pin' } });
    },
  );
});
