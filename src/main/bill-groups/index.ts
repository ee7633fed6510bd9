/**
 * Saved groups of bills (kolektif): their lists, the inquiries for all members, the list for the collector, files in and out.
 * Nothing is paid here: a page hands the chosen bills to a batch. Members are kept with consent, and erased, as saved customers are.
 * May use sales for inquiries, customers, files and printing. Tests: tests/unit/bill-groups, tests/e2e/journeys/bill-groups.spec.ts.
 */

export { billGroupsFeature } from './api.ts';
