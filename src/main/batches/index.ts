/**
 * Several orders and bills of one customer, paid at once and sent one after the other.
 * A line is a sale of its own; this feature holds their order, the pause between them, and the money that goes back.
 * Sends through sales alone. Tests: tests/unit/batches, tests/e2e/journeys/several-at-once.spec.ts.
 */

export { type BatchService, createBatchService } from './batch-service.ts';
export { batchesFeature } from './feature.ts';
