/**
 * Signing in, and the question for a supervisor’s PIN. Tests: tests/e2e/journeys/people.spec.ts.
 */

export { SupervisorPinForm } from './SupervisorPinForm.tsx';
