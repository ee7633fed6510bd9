export { salesHandlers } from './api.ts';
export { readProduct } from './lookups.ts';
export { overdueMs } from './resolve.ts';
export { noteOf, type SaleUpdate, shopDay, timestamp, updateSale } from './sale.ts';
export { type SalesDatabase, type SalesPorts, type SalesRules, type SupervisorVerdict } from './sales-ports.ts';
export { createSalesService, type SalesService } from './sales-service.ts';
