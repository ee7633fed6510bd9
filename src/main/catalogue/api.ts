import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { FileTask } from '../../shared/contract/files.ts';
import type { HandlersOf, Input } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { LineReason } from '../../shared/domain/catalogue-jobs.ts';
import { type Clock, isoNow, type Log, type Random, randomUuid, type System } from '../base/system.ts';
import type { Connection } from '../connection/index.ts';
import {
  AtomicFile,
  byteOrderMark,
  type Cell,
  csvLines,
  type Downloads,
  type FileDialogs,
  findListTable,
  ListMappings,
  NotATable,
  readTable,
  rememberedMappings,
  type TaskManager,
  toExportFailure,
} from '../files/index.ts';
import type { CatalogueRepository, ListLine } from './catalogue-repository.ts';
import type { CatalogueSync } from './catalogue-sync.ts';
import { asksUnit, ListTooLong, readPasted } from './pasted-list.ts';
import { type ListTables, proposeList, readListFile, rememberList } from './read-list.ts';

interface CatalogueApiDeps {
  runtime(): {
    journal: { readonly terminal: string; readonly catalogue: CatalogueRepository };
    ports: { clock: Clock };
    journalPath: string;
    connection: Pick<Connection, 'provider'>;
    catalogue: CatalogueSync;
  };
  settings(): Settings;
  places: FileDialogs | null;
  tasks: TaskManager;
  clock: Clock;
  random: Random;
  system: Pick<System, 'clock' | 'workers'>;
  log: Log;
  publish(event: KonterEvent): void;
}

/** catalogue.*: the shop's own catalogue. */
export function catalogueHandlers(deps: CatalogueApiDeps, fetched: Downloads): HandlersOf<'catalogue'> {
  const { runtime, places } = deps;
  const book = () => runtime().journal.catalogue;
  const sync = () => runtime().catalogue;
  const lists = new Map<string, string>();
  const gone = () => fail('not_found', 'There is no such file.', { reason: 'file_gone' });
  const work = () => ok(sync().work());
  const tables: ListTables = {
    find: (path, given, known) => findListTable(deps.system, path, given, known),
    rows: (path, place, maxRows) => readTable(deps.system, path, place, maxRows),
  };
  const remembered = () => rememberedMappings(join(dirname(runtime().journalPath), 'list-mappings.json'), ListMappings);
  /** The columns of a file that was looked at, by which its mapping is remembered. */
  const lookedAt = new Map<string, string[]>();
  /** "unit": a person has to say first whether prices are in thousands; null: the file is gone. */
  const linesOf = async (ask: Input<'catalogue.import'>): Promise<ListLine[] | 'unit' | null> => {
    if ('text' in ask) return ask.unit === undefined && asksUnit(ask.text) ? 'unit' : readPasted(ask.text, ask.unit);
    const path = lists.get(ask.file);
    if (path === undefined || !existsSync(path)) return null;
    const { mapping } = ask;
    if (ask.unit === undefined && (mapping?.unit ?? null) === null) {
      if ((await proposeList(path, mapping, [], tables)).asksUnit) return 'unit';
    }
    const lines = await readListFile(path, mapping, ask.unit ?? 'rupiah', tables);
    const columns = lookedAt.get(ask.file);
    if (mapping && columns) {
      const store = remembered();
      const unit = mapping.unit ?? ask.unit ?? null;
      await store.remember(rememberList({ columns, mapping }, unit, lines, await store.read()));
    }
    return lines;
  };

  return {
    'catalogue.list': async () => ok({ items: await book().list() }),
    async 'catalogue.save'({ changes }) {
      const items = await book().save(changes, isoNow(runtime().ports.clock));
      if (!items) return fail('not_found', 'A product is not in the catalogue.', { reason: 'not_in_catalogue' });
      deps.publish({ type: 'catalogue', items });
      return ok({ items });
    },
    'catalogue.logos': async ({ names }) => ok({ logos: await sync().logos(names) }),

    async 'catalogue.choose'() {
      if (!places) return fail('not_allowed', 'This host takes no files.', { reason: 'cannot_save' });
      const chosen = await places.statement();
      if (chosen.kind === 'cancelled') return ok({ via: 'cancelled', file: null, name: null, url: null });
      const file = randomUuid(deps.random);
      lists.set(file, chosen.path);
      return chosen.kind === 'file'
        ? ok({ via: 'file', file, name: chosen.name, url: null })
        : ok({ via: 'page', file, name: null, url: chosen.url });
    },
    async 'catalogue.previewImport'({ file, mapping = null }) {
      const path = lists.get(file);
      if (path === undefined || !existsSync(path)) return gone();
      return readable(async () => {
        const proposal = await proposeList(path, mapping, await remembered().read(), tables);
        lookedAt.set(file, proposal.columns);
        return ok(proposal);
      });
    },
    'catalogue.import': (ask) =>
      readable(async () => {
        if (!runtime().connection.provider) return fail('not_configured', 'The connection is not set up.');
        const lines = await linesOf(ask);
        if (lines === null) return gone();
        if (lines === 'unit') {
          return fail('invalid_input', 'The prices may be in thousands.', { reason: 'list_unit' });
        }
        if (!lines.some(({ reason }) => reason === null)) {
          return fail('invalid_input', 'There is no product code in this list.', { reason: 'list_empty' });
        }
        return (await sync().import(lines))
          ? work()
          : fail('not_allowed', 'A list is being checked already.', { reason: 'list_running' });
      }),
    'catalogue.work': async () => work(),
    async 'catalogue.failed'(ask) {
      const { after = 0, limit = 100 } = ask ?? {};
      const lines = await book().failedLines(after, limit);
      return ok({ lines, next: lines.length === limit ? (lines.at(-1)?.line ?? null) : null });
    },
    async 'catalogue.refresh'() {
      if (!runtime().connection.provider) return fail('not_configured', 'The connection is not set up.');
      await sync().refresh();
      return work();
    },
    async 'catalogue.resume'({ what }) {
      await sync().resume(what);
      return work();
    },
    async 'catalogue.cancel'({ what }) {
      await sync().cancel(what);
      return work();
    },
    async 'catalogue.changes'(ask) {
      const { before = null, limit = 50 } = ask ?? {};
      const changes = await book().changes(before, limit);
      return ok({ changes, next: changes.length === limit ? (changes.at(-1)?.seq ?? null) : null });
    },
    'catalogue.export': (ask) => exportCatalogue(ask, { ...deps, fetched }),
  };
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

/** Column heads that the import recognises when the file comes back as a list. */
const exportLabels = {
  id: {
    items: [
      'Kode',
      'Nama',
      'Jenis',
      'Merek',
      'Kategori',
      'Modal',
      'Harga jual',
      'Biaya layanan',
      'Grup',
      'Status',
      'Jeda',
    ],
    failed: ['Baris', 'Isi', 'Sebab', 'Pesan provider'],
    prepaid: 'prabayar',
    postpaid: 'tagihan',
    active: 'aktif',
    inactive: 'tidak dijual',
    why: {
      bad_code: 'bukan kode produk',
      bad_amount: 'jumlah tidak terbaca',
      too_much: 'terlalu banyak isi',
      other_heading: 'judul kolomnya lain',
      repeated: 'kode sudah ada di atas',
      no_such_product: 'tidak dikenal provider',
      bad_answer: 'balasan provider tidak terbaca',
    },
  },
  en: {
    items: [
      'Code',
      'Name',
      'Kind',
      'Brand',
      'Category',
      'Cost',
      'Selling price',
      'Service fee',
      'Group',
      'Status',
      'Pause',
    ],
    failed: ['Line', 'Text', 'Why', 'Provider’s words'],
    prepaid: 'prepaid',
    postpaid: 'bill',
    active: 'active',
    inactive: 'not for sale',
    why: {
      bad_code: 'no product code',
      bad_amount: 'amount cannot be read',
      too_much: 'too much in the line',
      other_heading: 'under other column headings',
      repeated: 'the code stands further up',
      no_such_product: 'not known to the provider',
      bad_answer: 'the provider’s reply is unreadable',
    },
  },
} as const satisfies Record<'id' | 'en', { why: Record<LineReason, string> } & Record<string, unknown>>;

interface ExportDeps {
  runtime(): { journal: { readonly terminal: string; readonly catalogue: CatalogueRepository } };
  settings(): Settings;
  places: FileDialogs | null;
  tasks: TaskManager;
  fetched: Downloads;
  clock: Clock;
  log: Log;
}

type Exported = Promise<Result<{ task: FileTask | null }>>;

/**
 * Exports the catalogue, or the lines that failed, as a CSV that is safe to open (formulas become text) and can be
 * imported as a list. A few thousand rows, so it is written at once.
 */
async function exportCatalogue({ what, separator }: Input<'catalogue.export'>, deps: ExportDeps): Exported {
  const { runtime, places, tasks, log } = deps;
  if (!places) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
  const { language } = deps.settings();
  const stamp = isoNow(deps.clock).replace(/\D/g, '').slice(0, 14);
  const name = what === 'items' ? 'catalogue' : 'catalogue-failed';
  const path = await places.place(`konter-${runtime().journal.terminal}-${name}-${stamp}.csv`);
  if (path === null) return ok({ task: null });
  return tasks.begin({ kind: 'export', format: 'csv', path }, async ({ id }) => {
    try {
      const rows = await rowsOf(what, runtime().journal.catalogue, exportLabels[language]);
      const file = new AtomicFile(path, `${path}.${id.slice(0, 8)}.part`);
      file.write(byteOrderMark + csvLines(rows, separator ?? (language === 'id' ? 'semicolon' : 'comma')));
      file.finish();
      const url = places.download(path);
      if (url !== null) deps.fetched.set(id, { via: 'download', url });
      return { state: 'done', reason: null, fetch: url !== null, rows: rows.length - 1 };
    } catch (error) {
      const { reason, fault } = toExportFailure(error, path);
      log.warn('the catalogue was not exported', { reason, fault });
      return { state: 'failed', reason, fetch: false };
    }
  });
}

type Labels = (typeof exportLabels)[keyof typeof exportLabels];

async function rowsOf(what: 'items' | 'failed', book: CatalogueRepository, labels: Labels): Promise<Cell[][]> {
  if (what === 'failed') {
    const lines = await book.failedLines(0, 1_000_000);
    const rows = lines.map(({ line, text, reason, message }) => [line, text, labels.why[reason], message]);
    return [[...labels.failed], ...rows];
  }
  const items = await book.list();
  return [
    [...labels.items],
    ...items.map((item) => [
      item.productCode,
      item.productName,
      item.kind === 'prepaid' ? labels.prepaid : labels.postpaid,
      item.brand,
      item.category,
      item.cost,
      item.sellingPrice,
      item.fee,
      item.group,
      item.active && item.goneAt === null ? labels.active : labels.inactive,
      item.cutOff && `${item.cutOff.start}-${item.cutOff.end}`,
    ]),
  ];
}
