import { fail, ok } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { HandlersOf, Input } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { LineReason } from '../../shared/domain/catalogue-jobs.ts';
import { type Clock, isoNow, type Log } from '../base/system.ts';
import { type Cell, type Downloads, exportTable, type SmallTableDeps, type TaskManager } from '../files/index.ts';
import type { CatalogueRepository } from './catalogue-repository.ts';
import { ListImport, type ListImportDeps } from './list-import.ts';
import type { ProviderList } from './provider-list.ts';

interface CatalogueApiDeps extends ListImportDeps {
  runtime(): {
    db: { readonly terminal: string; readonly catalogue: CatalogueRepository };
    ports: { clock: Clock };
    providerList: ProviderList;
  } & ReturnType<ListImportDeps['runtime']>;
  settings(): Settings;
  tasks: TaskManager;
  clock: Clock;
  log: Log;
  publish(event: KonterEvent): void;
}

/** catalogue.*: the shop's own catalogue. */
export function catalogueHandlers(deps: CatalogueApiDeps, downloads: Downloads): HandlersOf<'catalogue'> {
  const { runtime } = deps;
  const book = () => runtime().db.catalogue;
  const sync = () => runtime().catalogue;
  const lists = new ListImport(deps);
  const work = () => ok(sync().work());
  return {
    'catalogue.list': async () => ok({ items: await book().list() }),
    async 'catalogue.save'({ changes }) {
      const items = await book().save(changes, isoNow(runtime().ports.clock));
      if (!items) return fail('not_found', 'A product is not in the catalogue.', { reason: 'not_in_catalogue' });
      deps.publish({ type: 'catalogue', items });
      return ok({ items });
    },
    'catalogue.logos': async ({ names }) => ok({ logos: await sync().logos(names) }),

    'catalogue.choose': () => lists.choose(),
    'catalogue.previewImport': (input) => lists.preview(input),
    'catalogue.import': (input) => lists.import(input),
    'catalogue.work': async () => work(),
    async 'catalogue.failed'(input) {
      const { after = 0, limit = 100 } = input ?? {};
      const lines = await book().failedLines(after, limit);
      return ok({ lines, next: lines.length === limit ? (lines.at(-1)?.line ?? null) : null });
    },
    async 'catalogue.refresh'() {
      if (!runtime().connection.provider) return fail('not_configured', 'The connection is not set up.');
      await sync().refresh();
      return work();
    },
    async 'catalogue.resume'({ what: job }) {
      await sync().resume(job);
      return work();
    },
    async 'catalogue.cancel'({ what: job }) {
      await sync().cancel(job);
      return work();
    },
    async 'catalogue.changes'(input) {
      const { before = null, limit = 50 } = input ?? {};
      const changes = await book().changes(before, limit);
      return ok({ changes, next: changes.length === limit ? (changes.at(-1)?.seq ?? null) : null });
    },
    'catalogue.listOffer': async () => ok({ isOffered: await runtime().providerList.isOffered() }),
    'catalogue.compareList': () => runtime().providerList.read(),
    async 'catalogue.takeList'({ id, takesNew }) {
      const taken = await runtime().providerList.take(id, takesNew);
      if (taken === null) return fail('not_found', 'This list is not the newest one any more.');
      deps.publish({ type: 'catalogue', items: null });
      return ok(taken);
    },
    'catalogue.export': (input) => exportCatalogue(input, { ...deps, downloads }),
  };
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

/** The catalogue, or the lines that failed, as a CSV that can be imported as a list. */
function exportCatalogue(
  { what: content, separator }: Input<'catalogue.export'>,
  deps: CatalogueApiDeps & SmallTableDeps,
) {
  const labels = exportLabels[deps.settings().language];
  return exportTable(
    {
      name: content === 'items' ? 'catalogue' : 'catalogue-failed',
      format: 'csv',
      separator,
      columns: labels[content].map((header) => ({ header, type: 'text' })),
      rows: () => rowsOf(content, deps.runtime().db.catalogue, labels),
    },
    deps,
  );
}

type Labels = (typeof exportLabels)[keyof typeof exportLabels];

async function rowsOf(content: 'items' | 'failed', book: CatalogueRepository, labels: Labels): Promise<Cell[][]> {
  if (content === 'failed') {
    const lines = await book.failedLines(0, 1_000_000);
    return lines.map(({ line, text, reason, message }) => [line, text, labels.why[reason], message]);
  }
  const items = await book.list();
  return items.map((item) => [
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
  ]);
}
