/**
 * Sales that wait at the counter while another customer is served. Nothing of them was sent.
 * They are kept in a file of their own, as they are no part of the books.
 * May use base. Tests: tests/unit/parking.
 */

export { openParkedSales, type ParkedSales, parkingFeature } from './api.ts';
