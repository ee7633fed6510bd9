import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dispatch } from '../../../src/main/api/dispatch.ts';
import { permissionsFor, withPermissionChecks } from '../../../src/main/staff/authorize.ts';
import { fail } from '../../../src/shared/contract/errors.ts';
import { procedureNames } from '../../../src/shared/contract/procedure-names.ts';
import type { Handlers, Input } from '../../../src/shared/contract/registry.ts';
import type { SettingsChange } from '../../../src/shared/contract/settings.ts';
import { may, permissions, type Role, roles } from '../../../src/shared/domain/staff.ts';
import { goodInputs } from '../../support/contract-samples.ts';

const refusals = ['no_permission', 'pin_needed', 'wrong_pin'];

/** What was served, behind a guard that knows one person of that role; null: people exist, and no person is signed in. */
function counterWith(role: Role | null) {
  const served: string[] = [];
  const serve = (name: string) => async () => {
    served.push(name);
    return fail('internal', 'served');
  };
  const handlers = Object.fromEntries(procedureNames.map((name) => [name, serve(name)])) as unknown as Handlers;
  const person = role && { id: 'p1', name: 'Sari', role };
  const guard = withPermissionChecks(handlers, {
    directory: () => ({ exist: () => true }) as never,
    session: { present: () => person, touch: () => {} } as never,
    elevation: { allow: async (pin: string | undefined) => (pin === undefined ? 'pin_needed' : 'wrong_pin') } as never,
  });
  return { served, call: (name: string, input: unknown) => dispatch(guard, name, input) };
}

const anybodys = procedureNames.filter((name) => permissionsFor(name, goodInputs[name][0] as never) === null);

describe('who may do what', () => {
  it('the table gives an owner everything, and a supervisor everything that a cashier has', () => {
    for (const permission of Object.keys(permissions) as (keyof typeof permissions)[]) {
      expect(may('owner', permission), permission).toBe(true);
      expect(may('supervisor', permission) || !may('cashier', permission), permission).toBe(true);
      expect(may(null, permission), permission).toBe(false);
    }
  });

  it('without anybody signed in only signing in, the status and what the screen is drawn with are answered', () => {
    expect(anybodys.toSorted()).toEqual(
      [
        'display.preview',
        'people.lock',
        'people.setUp',
        'people.signIn',
        'people.state',
        'people.extendSession',
        'settings.get',
        'status',
      ].toSorted(),
    );
  });

  it('what a cashier allows in a batch is checked without an approval, and sent only with one', async () => {
    const lines = [{ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, allowDuplicate: true }];
    const { served, call } = counterWith('cashier');
    await call('batches.check', { lines });
    expect(served).toEqual(['batches.check']);
    expect(await call('batches.create', { lines })).toMatchObject({ error: { reason: 'reason_needed' } });
    const approved = { lines, reason: 'asked for twice', pin: '111111' };
    expect(await call('batches.create', approved)).toMatchObject({ error: { reason: 'wrong_pin' } });
    expect(served).toEqual(['batches.check']);
  });

  it.each([...roles, null])('every procedure is served to a %s or refused, as the table says', async (role) => {
    for (const name of procedureNames) {
      for (const input of goodInputs[name]) {
        const { served, call } = counterWith(role);
        const answer = await call(name, input);
        const needed = permissionsFor(name, (input ?? {}) as Input<never>);
        const overrides = needed?.includes('override') === true;
        const allowed = needed === null || (role !== null && !overrides && needed.every((each) => may(role, each)));
        const label = `${name} of ${JSON.stringify(input)}`;
        expect(served, label).toEqual(allowed ? [name] : []);
        const why = z.object({ error: z.object({ reason: z.string().optional() }) }).parse(answer).error.reason;
        const expected = role === null ? ['not_signed_in'] : overrides ? ['reason_needed'] : refusals;
        expect(allowed ? [undefined] : expected, label).toContain(why);
      }
    }
  });

  it('the price of one sale is the seller’s, and of the shop only where the catalogue may be changed', () => {
    const sale = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 };
    expect(permissionsFor('order', sale)).toEqual(['sell']);
    expect(permissionsFor('order', { ...sale, keepPrice: true })?.toSorted()).toEqual(['catalogue', 'sell']);
  });

  it('a setting belongs to the screen, to the shop, or to the person who guards the money', () => {
    const settingsNeeds = (change: SettingsChange) => permissionsFor('settings.save', change) ?? [];
    expect(settingsNeeds({ language: 'en' })).toEqual(['settingsScreen']);
    expect(settingsNeeds({ autoPrint: true, theme: 'dark' }).toSorted()).toEqual(['settingsScreen', 'settingsShop']);
    expect(settingsNeeds({ secrets: { secretKey: 'x' } })).toEqual(['settingsConnection']);
    expect(settingsNeeds({ twoPeople: false, pin: '1234' })).toEqual(['settingsConnection']);
    expect(settingsNeeds({})).toEqual([]);
  });
});
