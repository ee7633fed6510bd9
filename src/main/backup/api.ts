import { join } from 'node:path';
import type { ListedBackup } from '../../shared/contract/backups.ts';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopSettings } from '../settings/index.ts';
import { backupError, listBackups, readBackupName } from './catalog.ts';
import type { Restore } from './restore.ts';
import type { BackupScheduler } from './scheduler.ts';

interface BackupApiDeps {
  runtime(): { backup: BackupScheduler | null; db: Pick<SalesStore, 'beyond'> };
  shop: ShopSettings;
  restore: Restore;
}

const refuseInTraining = () => fail('not_allowed', 'Practice is not copied.', { reason: 'training' });

/** backups.list, backups.make and backups.restore. */
export function backupHandlers({
  runtime,
  shop,
  restore,
}: BackupApiDeps): Pick<Handlers, 'backups.list' | 'backups.make' | 'backups.restore'> {
  return {
    async 'backups.list'() {
      const { backup, db } = runtime();
      if (!backup) return refuseInTraining();
      const { path, ours } = backup.folder();
      try {
        const files: ListedBackup[] = [];
        for (const file of await listBackups(path)) {
          const head = readBackupName(file.file)?.head;
          const beyond = (head && (await db.beyond(head))) ?? null;
          files.push({ ...file, lost: beyond && { sales: beyond.sales, records: beyond.records } });
        }
        return ok({ folder: path, error: null, files });
      } catch (error) {
        const why = backupError(error, path);
        // Konter creates its own folder with the first backup.
        return ok({ folder: path, error: ours && why === 'folder_missing' ? null : why, files: [] });
      }
    },

    async 'backups.make'() {
      const { backup } = runtime();
      if (!backup) return refuseInTraining();
      const outcome = await backup.make();
      if (outcome.kind === 'copied') return ok(outcome.file);
      return fail('internal', 'No copy could be made. Selling goes on.', { reason: outcome.error });
    },

    async 'backups.restore'({ file, pin }) {
      const { backup } = runtime();
      if (!backup) return refuseInTraining();
      const verdict = await shop.pin.check(pin);
      if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may put a copy back.', { reason: verdict });
      return restore.restore(join(backup.folder().path, file));
    },
  };
}
