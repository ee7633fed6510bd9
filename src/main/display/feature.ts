import type { KonterEvent } from '../../shared/contract/events.ts';
import { proofLink } from '../../shared/domain/proof.ts';
import { defineFeature, type ProgramContext } from '../base/feature.ts';
import type { BatchService } from '../batches/index.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type KeyRing, makeProof } from '../proofs/index.ts';
import { CustomerDisplayService, displayHandlers } from './customer-display.ts';

export interface Program extends ProgramContext {
  runtime(): Parameters<typeof makeProof>[1] & { db: Pick<SalesStore, 'get'>; batches: Pick<BatchService, 'get'> };
  proofKeys: KeyRing;
  subscribe(listener: (event: KonterEvent) => void): () => void;
}

export const displayFeature = defineFeature({
  start({ system, settings, settingsChanged, mode, runtime, proofKeys, subscribe, onClose }: Program) {
    const display = new CustomerDisplayService({
      clock: system.clock,
      settings,
      training: () => mode() === 'training',
      find: (id) => runtime().db.get(id),
      async findBatch(id) {
        const batch = await runtime().batches.get(id);
        return batch.ok ? batch.value : null;
      },
      async proofOf(sale) {
        const proof = await makeProof(sale, runtime(), proofKeys);
        return proof && proofLink(settings().verifierUrl, proof);
      },
    });
    settingsChanged.on('changed', () => display.refresh());
    subscribe((event) => display.onEvent(event));
    onClose(() => display.stop());
    return { display };
  },
  handlers: displayHandlers,
});
