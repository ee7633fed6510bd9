import { existsSync } from 'node:fs';
import type { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { ChosenFile } from '../../shared/contract/files.ts';
import { type Random, randomUuid } from '../base/system.ts';
import type { FileDialogs } from './api.ts';

export const fileGone = () => fail('not_found', 'There is no such file.', { reason: 'file_gone' });

/** Files that a person has chosen to be read, by ids that a page may know: it never sees their paths. */
export class ChosenFiles {
  readonly #dialogs: FileDialogs | null;
  readonly #random: Random;
  readonly #paths = new Map<string, string>();

  constructor(dialogs: FileDialogs | null, random: Random) {
    this.#dialogs = dialogs;
    this.#random = random;
  }

  async choose(): Promise<Result<z.infer<typeof ChosenFile>>> {
    if (!this.#dialogs) return fail('not_allowed', 'This host takes no files.', { reason: 'cannot_save' });
    const chosen = await this.#dialogs.statement();
    if (chosen.kind === 'cancelled') return ok({ via: 'cancelled', file: null, name: null, url: null });
    const file = randomUuid(this.#random);
    this.#paths.set(file, chosen.path);
    return chosen.kind === 'file'
      ? ok({ via: 'file', file, name: chosen.name, url: null })
      : ok({ via: 'page', file, name: null, url: chosen.url });
  }

  /** Null: there is no such file, or it is gone. */
  pathOf(file: string): string | null {
    const path = this.#paths.get(file);
    return path !== undefined && existsSync(path) ? path : null;
  }
}
