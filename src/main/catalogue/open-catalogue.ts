import { join } from 'node:path';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Clock, Log, Random } from '../base/system.ts';
import type { CommitListener } from '../db/on-commit.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { Provider } from '../provider/index.ts';
import { type CatalogueSync, openCatalogueSync } from './catalogue-sync.ts';
import type { CatalogueRepository } from './catalogue-types.ts';
import { createLogoCache } from './logos/logo-cache.ts';
import { logoFiles } from './logos/logo-files.ts';
import type { Pace } from './product-crawl.ts';

/** Gently: the line and the provider are there for those who sell. */
const importPace: Pace = { pauseMs: 250, firstWaitMs: 2000, mostWaitMs: 5 * 60_000 };
/** The night is long. */
const refreshPace: Pace = { ...importPace, pauseMs: 1500 };
/** Practice asks nobody. */
const practicePace: Pace = { ...importPace, pauseMs: 20 };
const lookEveryMs = 60_000;

interface Parts {
  journal: SalesStore & { readonly catalogue: CatalogueRepository };
  provider: Provider | null;
  mode: 'training' | 'live';
  /** of this world's files */
  folder: string;
  /** the provider runs on this machine, and so may its pictures */
  loopback: boolean;
  timeZone(): string;
  clock: Clock;
  random: Random;
  log: Log;
  publish(event: KonterEvent): void;
}

/** The catalogue of a world at work, until it is stopped. */
export async function openCatalogue(parts: Parts): Promise<CatalogueSync> {
  const book = parts.journal.catalogue;
  const shelf = logoFiles(join(parts.folder, 'logos'));
  const logos = createLogoCache({
    ...parts,
    book,
    shelf,
    arrived: (codes) => void sync.changedItems(codes.slice(0, 200)).catch(() => undefined),
  });
  const paces =
    parts.mode === 'training'
      ? { import: practicePace, refresh: practicePace }
      : { import: importPace, refresh: refreshPace };
  const sync = await openCatalogueSync({ ...parts, book, logos, paces });
  const stopTimer = parts.clock.every(lookEveryMs, () => sync.look());
  return {
    ...sync,
    async stop() {
      stopTimer();
      await sync.stop();
    },
  };
}

/** Says which product's item a sale or a look-up has changed. @param changed must not throw */
export function catalogueListener(changed: (productCode: string) => void): CommitListener {
  return {
    productSaved: changed,
    committed({ soldFor }, { repriced, sale }) {
      const code = soldFor?.productCode ?? (repriced ? sale?.productCode : undefined);
      if (code !== undefined) changed(code);
    },
  };
}
