import { constants, deflateRawSync } from 'node:zlib';
import { strFromU8, strToU8, Unzip, unzipSync, Zip, ZipPassThrough } from 'fflate/browser';
import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';

/**
 * How a workbook prints: landscape, one page wide, headings bold and on each page, file and page below. hucre's writer of whole workbooks
 * takes that as options, its stream does not: there it is copied, part by part, from a workbook without rows that the other has written.
 */

/**
 * A margin of a centimetre is what printers can do. The headings of each page are a named range: as `printTitlesRow` hucre writes them
 * without the quotes that the name of a sheet with a space needs.
 */
export const pageSetup: NonNullable<WriteSheet['pageSetup']> = {
  paperSize: 'a4',
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  // As many pages long as it takes.
  fitToHeight: 0,
  // The footer stands in the lower margin.
  margins: { top: 0.4, right: 0.4, bottom: 0.6, left: 0.4, header: 0.2, footer: 0.3 },
};

/** Names a page that is apart from the others: the file with its days, the sheet, and which page of how many it is. */
export const pageFooter: NonNullable<WriteSheet['headerFooter']> = { oddFooter: '&L&F&C&A&R&P / &N' };

export const headingStyle = { font: { bold: true }, alignment: { wrapText: true, vertical: 'top' } } as const;

/** The first row of each sheet is printed on each of its pages. */
export const printTitles = (sheets: readonly string[]) =>
  sheets.map((name) => ({
    name: '_xlnm.Print_Titles',
    scope: name,
    range: `'${name.replaceAll("'", "''")}'!$1:$1`,
  }));

interface Layout {
  /** XML in front of a sheet's views, and behind its rows */
  before: string;
  after: string;
  /** XML behind the workbook's list of sheets */
  names: string;
}

/** As hucre writes it for sheets without rows. */
async function layoutOf(sheets: readonly string[]): Promise<Layout> {
  const bytes = await writeXlsx({
    sheets: sheets.map((name) => ({ name, rows: [], pageSetup, headerFooter: pageFooter })),
    namedRanges: printTitles(sheets),
  });
  const parts = unzipSync(bytes);
  const text = (path: string): string => strFromU8(parts[path] ?? new Uint8Array());
  const elementOf = (pattern: RegExp, path: string): string => {
    const match = pattern.exec(text(path))?.[0];
    if (match === undefined) throw new Error(`${path} is not written as expected`);
    return match;
  };
  const sheet = 'xl/worksheets/sheet1.xml';
  return {
    before: elementOf(/<sheetPr\b.*?(?:<\/sheetPr>|\/>(?=<sheetViews|<dimension))/s, sheet),
    after: elementOf(/<pageMargins\b[^>]*\/><pageSetup\b[^>]*\/><headerFooter>.*?<\/headerFooter>/s, sheet),
    names: elementOf(/<definedNames>.*<\/definedNames>/s, 'xl/workbook.xml'),
  };
}

/** A file of the new archive. Each chunk is deflated for itself, at once: no stream waits for another. */
class DeflatedEntry extends ZipPassThrough {
  override compression = 8;

  override process(chunk: Uint8Array, final: boolean): void {
    const finishFlush = final ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, deflateRawSync(chunk, { finishFlush }), final);
  }
}

const endOfSheet = strToU8('</worksheet>');

/** Adds the layout to one streamed sheet: it writes nothing before the first row is complete, and holds the end back. */
class SheetEntry {
  readonly #layout: Layout;
  readonly #entry: ZipPassThrough;
  #head: string | null = '';
  #held = new Uint8Array();

  constructor(layout: Layout, entry: ZipPassThrough) {
    this.#layout = layout;
    this.#entry = entry;
  }

  push(chunk: Uint8Array, final: boolean): void {
    let bytes = chunk;
    if (this.#head !== null) {
      this.#head += strFromU8(chunk);
      const end = this.#head.indexOf('</row>');
      if (end === -1 && !final) return;
      bytes = strToU8(withHeadings(this.#head, end).replace('<sheetViews', `${this.#layout.before}<sheetViews`));
      this.#head = null;
    }
    const all = new Uint8Array(this.#held.length + bytes.length);
    all.set(this.#held);
    all.set(bytes, this.#held.length);
    const heldFrom = Math.max(0, all.length - endOfSheet.length);
    this.#held = all.slice(heldFrom);
    this.#entry.push(all.subarray(0, heldFrom), false);
    if (final) this.#entry.push(strToU8(`${this.#layout.after}${strFromU8(this.#held)}`), true);
  }
}

/** The last cell of the first row is empty and has the style of the headings: the others get it, and it goes. */
function withHeadings(xml: string, end: number): string {
  const start = xml.indexOf('<row r="1">');
  const marker = /<c r="[A-Z]+1" s="(\d+)"\/>$/.exec(xml.slice(0, end));
  if (start === -1 || marker === null) throw new Error('the first row is not written as expected');
  const cells = xml.slice(start, marker.index);
  const styled = cells.replaceAll(/<c (r="[A-Z]+1"(?: t="\w+")?)(?: s="\d+")?>/g, `<c $1 s="${marker[1]}">`);
  return xml.slice(0, start) + styled + xml.slice(end);
}

/** A column behind the others, of the headings' style: hucre writes it in the first row alone, where nothing else names the style. */
export const headingMarker = { style: headingStyle } as const;

/**
 * Writes a streamed workbook with the layout.
 * @param stored of writeXlsxStream without compression, with `headingMarker` as its last column
 * @param write gets the bytes of the new archive, in order
 */
export async function withPageLayout(
  stored: AsyncIterable<Uint8Array>,
  sheet: string,
  write: (bytes: Uint8Array) => void,
): Promise<void> {
  const layout = await layoutOf([sheet]);
  const zip = new Zip((fault, bytes) => {
    if (fault) throw fault;
    write(bytes);
  });
  const added = (path: string): DeflatedEntry => {
    const entry = new DeflatedEntry(path);
    zip.add(entry);
    return entry;
  };
  const workbook: Uint8Array[] = [];
  const unzip = new Unzip((file) => {
    const isWorkbook = file.name === 'xl/workbook.xml';
    const entry = isWorkbook ? null : added(file.name);
    const sink = entry && file.name.startsWith('xl/worksheets/') ? new SheetEntry(layout, entry) : entry;
    file.ondata = (fault, chunk, final) => {
      if (fault) throw fault;
      if (sink) sink.push(chunk, final);
      // The chunk is a view of what is read next.
      else workbook.push(chunk.slice());
    };
    file.start();
  });
  for await (const bytes of stored) unzip.push(bytes);
  unzip.push(new Uint8Array(), true);
  const xml = strFromU8(Buffer.concat(workbook));
  const sheets = readXml(xml, { rowTag: 'sheet' }).data.map((row) => String(row['@name']));
  const { names } = await layoutOf(sheets);
  added('xl/workbook.xml').push(strToU8(xml.replace('</sheets>', () => `</sheets>${names}`)), true);
  zip.end();
}
