/**
 * Saved groups of bills (kolektif): asked for at once, the chosen ones handed to a batch. Main asks and nothing here pays. Tests:
 * tests/e2e/journeys/bill-groups.spec.ts.
 */

export { GroupsScreen } from './GroupsScreen.tsx';
