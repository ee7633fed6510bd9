import { mkdir } from 'node:fs/promises';
import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import { type Downloads, exportHandlers, type FileDialogs, openSavedExports, type SavedExports } from './api.ts';
import { unfinishedFiles } from './atomic-file.ts';
import { reconcileHandlers } from './reconciliation-api.ts';
import { createTaskManager } from './task-manager.ts';

type Deps = Parameters<typeof exportHandlers>[0] &
  Parameters<typeof reconcileHandlers>[0] & { downloads: Downloads; savedExports: SavedExports };

export const filesFeature = defineFeature({
  start({ system, log, dataDir, fileDialogs, publish, onClose }: ProgramContext & { fileDialogs: FileDialogs | null }) {
    const savedExports = openSavedExports({ ...system, log }, dataDir, fileDialogs);
    const tasks = createTaskManager(system, publish, savedExports.record);
    onClose(tasks.stop);
    return { savedExports, tasks };
  },
  async open({ folder }: ModeContext) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    unfinishedFiles(folder).clean();
    return {};
  },
  handlers: ({ downloads, savedExports, ...deps }: Deps) => ({
    ...exportHandlers(deps, downloads),
    ...reconcileHandlers(deps, downloads),
    ...savedExports.handlers,
  }),
});
