import type { Role } from '../../src/shared/domain/staff.ts';
import type { AppWorld } from './app-world.ts';

/** PINs that nobody would guess first. */
export const pinOf = { owner: '482615', supervisor: '719304', cashier: '5038', other: '6174' } as const;

/** A counter with an owner, a supervisor and two cashiers; the owner is signed in. Answers their ids. */
export async function staffed({ call }: Pick<AppWorld, 'call'>) {
  const made = await call('people.setUp', { name: 'Bu Rina', pin: pinOf.owner });
  if (!made.ok) throw new Error(`no owner: ${made.error.reason}`);
  const add = async (name: string, role: Role, pin: string): Promise<string> => {
    const { value } = await call('people.add', { name, role, pin });
    const id = value.people.find((person) => person.name === name)?.id;
    if (id === undefined) throw new Error(`${name} was not added`);
    return id;
  };
  const ids = {
    owner: made.value.present?.id ?? '',
    supervisor: await add('Pak Dedi', 'supervisor', pinOf.supervisor),
    cashier: await add('Sari', 'cashier', pinOf.cashier),
    other: await add('Wati', 'cashier', pinOf.other),
  };
  const signIn = (who: keyof typeof ids) => call('people.signIn', { id: ids[who], pin: pinOf[who] });
  return { ids, signIn };
}
