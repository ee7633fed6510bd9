/**
 * An office: it follows every counter of a shop in a replica, reads over all of them, and publishes catalogue, prices and people. It sells
 * nothing.
 * How an office serves a procedure stands in the procedure’s row of the contract.
 * May use log-shipping and the readers of other features. Tests: tests/unit/office, tests/relay/office-follows.test.ts.
 */

export { officeProcedures } from './api.ts';
export { noticesFeature, officeFeature } from './feature.ts';
export { type Office, openOffice } from './office.ts';
export { ifReadable } from './replica-journals.ts';
