import { expect, it } from 'vitest';
import { appWorld } from '../../../support/app-world.ts';
import { pinOf, staffed } from '../../../support/staff.ts';

it('whoever is taken away while their PIN is being looked at is not signed in', async () => {
  const { call } = await appWorld();
  const { ids } = await staffed({ call });
  const [signedIn] = await Promise.all([
    call('people.signIn', { id: ids.supervisor, pin: pinOf.supervisor }),
    call('people.change', { id: ids.supervisor, active: false }),
  ]);
  expect(signedIn).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect((await call('people.state')).value.present).toMatchObject({ id: ids.owner });
  expect((await call('people.log')).value.events.map(({ type }) => type)).not.toContain('people.signed_in');
});

it('whoever gets another role while their PIN is being looked at is signed in with that one', async () => {
  const { call } = await appWorld();
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
    const { call } = await appWorld();
    const { ids } = await staffed({ call });
    await call('shifts.open', { counted: 0 });
    const [report] = await Promise.all([
      call('shifts.report', { withCash: true, pin: pinOf.supervisor }),
      call('people.change', { id: ids.supervisor, ...changed }),
    ]);
    expect(report).toMatchObject({ ok: false, error: { reason: 'wrong_pin' } });
  },
);
