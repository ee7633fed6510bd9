import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import { batchHook, sqliteBatches } from './batch-repository.ts';
import { batchHandlers, type createBatchService } from './batch-service.ts';

type Deps = Parameters<typeof createBatchService>[0];

export interface Context extends ModeContext {
  parts: { createBatches: typeof createBatchService };
  ports: Omit<Deps['ports'], 'db'>;
  db: Deps['ports']['db'];
  counter: Deps['sales'];
}

export const batchesFeature = defineFeature({
  tables: (database: DatabaseParts) => ({ batches: sqliteBatches(database) }),
  hooks: ({ db }: Pick<DatabaseParts, 'db'>) => [batchHook(db)],
  open: ({ parts, ports, db, counter, publish, statusChanged }: Context) => ({
    batches: parts.createBatches({
      ports: { ...ports, db },
      sales: counter,
      publish: (batch) => publish({ type: 'batch', batch }),
      statusChanged,
    }),
  }),
  handlers: batchHandlers,
});
