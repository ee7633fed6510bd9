export { type BatchRepository, batchHook, sqliteBatches } from './batch-repository.ts';
export { type BatchService, batchHandlers, createBatchService } from './batch-service.ts';
