import { dirname, join } from 'node:path';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers, Input } from '../../shared/contract/registry.ts';
import type { Random, System } from '../base/system.ts';
import type { Connection } from '../connection/index.ts';
import {
  ChosenFiles,
  type FileDialogs,
  fileGone,
  findListTable,
  ListMappings,
  NotATable,
  readTable,
  rememberedMappings,
} from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';
import type { CatalogueSync } from './catalogue-sync.ts';
import { asksUnit, ListTooLong, readPasted } from './pasted-list.ts';
import { type ListTables, proposeList, readListFile, rememberList } from './read-list.ts';

export interface ListImportDeps {
  runtime(): { journalPath: string; connection: Pick<Connection, 'provider'>; catalogue: CatalogueSync };
  fileDialogs: FileDialogs | null;
  random: Random;
  system: Pick<System, 'clock' | 'workers'>;
}

type Answer<Name extends keyof Handlers> = ReturnType<Handlers[Name]>;

/** Lists that a person pastes, or chooses as files. */
export class ListImport {
  readonly #deps: ListImportDeps;
  readonly #tables: ListTables;
  readonly #files: ChosenFiles;
  /** The columns of a file that was looked at, by which its mapping is remembered. */
  readonly #lookedAt = new Map<string, string[]>();

  constructor(deps: ListImportDeps) {
    const { system } = deps;
    this.#deps = deps;
    this.#files = new ChosenFiles(deps.fileDialogs, deps.random);
    this.#tables = {
      find: (path, place, headings) => findListTable(system, path, place, headings),
      rows: (path, place, maxRows) => readTable(system, path, place, maxRows),
    };
  }

  choose(): Answer<'catalogue.choose'> {
    return this.#files.choose();
  }

  async preview({ file, mapping }: Input<'catalogue.previewImport'>): Answer<'catalogue.previewImport'> {
    const path = this.#files.pathOf(file);
    if (path === null) return fileGone();
    return readable(async () => {
      const proposal = await proposeList(path, mapping ?? null, await this.#remembered().read(), this.#tables);
      this.#lookedAt.set(file, proposal.columns);
      return ok(proposal);
    });
  }

  /** Starts the import; its lines are checked in the background. */
  import(input: Input<'catalogue.import'>): Answer<'catalogue.import'> {
    const { runtime } = this.#deps;
    return readable(async () => {
      if (!runtime().connection.provider) return fail('not_configured', 'The connection is not set up.');
      const lines = await this.#linesOf(input);
      if (lines === null) return fileGone();
      if (lines === 'unit') {
        return fail('invalid_input', 'The prices may be in thousands.', { reason: 'list_unit' });
      }
      if (!lines.some(({ reason }) => reason === null)) {
        return fail('invalid_input', 'There is no product code in this list.', { reason: 'list_empty' });
      }
      return (await runtime().catalogue.import(lines))
        ? ok(runtime().catalogue.work())
        : fail('not_allowed', 'A list is being checked already.', { reason: 'list_running' });
    });
  }

  /** "unit": a person has to say first whether prices are in thousands; null: the file is gone. */
  async #linesOf(input: Input<'catalogue.import'>): Promise<ListLine[] | 'unit' | null> {
    if ('text' in input)
      return input.unit === undefined && asksUnit(input.text) ? 'unit' : readPasted(input.text, input.unit);
    const path = this.#files.pathOf(input.file);
    if (path === null) return null;
    const { mapping } = input;
    if (input.unit === undefined && (mapping?.unit ?? null) === null) {
      if ((await proposeList(path, mapping, [], this.#tables)).asksUnit) return 'unit';
    }
    const lines = await readListFile(path, mapping, input.unit ?? 'rupiah', this.#tables);
    const columns = this.#lookedAt.get(input.file);
    if (mapping && columns) {
      const store = this.#remembered();
      const unit = mapping.unit ?? input.unit ?? null;
      await store.remember(rememberList({ columns, mapping }, unit, lines, await store.read()));
    }
    return lines;
  }

  #remembered() {
    return rememberedMappings(join(dirname(this.#deps.runtime().journalPath), 'list-mappings.json'), ListMappings);
  }
}

/** Turns errors of a list into refusals. */
async function readable<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ListTooLong) {
      return fail('invalid_input', 'The list is too long.', { reason: 'list_too_long' });
    }
    if (error instanceof NotATable) return fail('invalid_input', 'This is no list.', { reason: error.reason });
    throw error;
  }
}
