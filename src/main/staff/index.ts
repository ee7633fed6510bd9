/**
 * People: names, roles and PINs, who is signed in, and the guard that holds every call to its row of the contract.
 * No person is ever removed. A PIN is stored as a hash, among the machine’s secrets.
 * May use api and db. Tests: tests/unit/staff, tests/contract/costs-hidden.test.ts.
 */

export { withPermissionChecks } from './authorize.ts';
export { staffFeature } from './feature.ts';
export { derivePin, PinHashes, type PinLock } from './pins.ts';
export { readPerson, type StaffRepository } from './staff-repository.ts';
export { type StaffService } from './staff-service.ts';
