export { batchHandlers } from './api.ts';
export { type BatchRepository, batchHook, sqliteBatches } from './batch-repository.ts';
export { type BatchService, createBatchService } from './batch-service.ts';
