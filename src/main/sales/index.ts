export { readProduct } from './product.ts';
export { overdueMs } from './resolve.ts';
export { type Amendment, amend, noteOf, shopDay, timestamp } from './sale.ts';
export { type CounterPorts, type CounterRules, type SalesDatabase, type SupervisorVerdict } from './sales-ports.ts';
export { type Counter, createCounter } from './sales-service.ts';
export { setAsideFor } from './webhooks/quarantine-list.ts';
