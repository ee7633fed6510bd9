/**
 * What an office says to its owner's phone by a chat bot: a sale that is not settled, a low deposit, a drawer that is short, a counter that is
 * silent. No customer and no sum leaves the shop by it. Off unless it is set up.
 * May use base, and reads the counters through the office's face. Tests: tests/unit/alerts.
 */

export { alertsFeature } from './api.ts';
