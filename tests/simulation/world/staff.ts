import { createHash } from 'node:crypto';
import type { Person } from '../../../src/shared/domain/staff.ts';

/** Somebody who works in a simulated shop. */
export interface Staff extends Person {
  pin: string;
}

const createdAt = '2026-01-01T00:00:00.000Z';

export const owner: Staff = { id: 'owner-1', name: 'Ibu Rini', role: 'owner', active: true, createdAt, pin: '864209' };
/** records what became of sales, and lets repeats through */
export const supervisor: Staff = {
  id: 'supervisor-1',
  name: 'Sri',
  role: 'supervisor',
  active: true,
  createdAt,
  pin: '753186',
};
/** signed in at the counter; everybody's buttons are pressed there */
export const cashier: Staff = { id: 'cashier-1', name: 'Adi', role: 'cashier', active: true, createdAt, pin: '951753' };

const salt = Buffer.alloc(16).toString('base64');

/** A hash of the right length: scrypt takes longer than a whole history. */
const hashOf = (pin: string, salted: Buffer): Buffer => createHash('sha256').update(salted).update(pin).digest();

export const staff = {
  all: [owner, supervisor, cashier],
  derivePin: async (pin: string, salted: Buffer): Promise<Buffer> => hashOf(pin, salted),
  /** the secret that holds their PINs */
  get pins(): string {
    const hashes = this.all.map(({ id, pin }) => [id, hashOf(pin, Buffer.from(salt, 'base64')).toString('base64')]);
    return JSON.stringify({ salt, hashes: Object.fromEntries(hashes) });
  },
};
