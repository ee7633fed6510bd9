import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from '../table.ts';
import type { WholeFile } from '../whole-file.ts';

/** A sheet ends there in every spreadsheet program; what is more goes on in the next one. */
const mostRows = 1_048_576;
/** And a cell ends there. */
const mostSigns = 32_767;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * A workbook, written sheet by sheet while its rows come: numbers as numbers, everything else as text cells, which no program
 * turns into something else or runs. The ZIP is yazl's; text stands in its cells, so that no table of strings grows in memory.
 */
export class Workbook {
  readonly #zip = new ZipFile();
  readonly #heads: readonly string[];
  readonly #name: string;
  readonly #mostRows: number;
  readonly #written: Promise<void>;
  #sheet: PassThrough | null = null;
  #sheets = 0;
  #rows = 0;

  constructor(file: WholeFile, name: string, heads: readonly string[], most = mostRows) {
    this.#heads = heads;
    this.#name = name;
    this.#mostRows = most;
    this.#written = this.#writeTo(file);
    // It is awaited in the end; until then it is not unhandled.
    this.#written.catch(() => undefined);
  }

  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    for (let from = 0; from < rows.length; ) {
      const sheet = this.#sheet ?? (await this.#begin());
      const fit = rows.slice(from, from + this.#mostRows - this.#rows);
      await this.#put(sheet, fit.map((row) => this.#row(row)).join(''));
      from += fit.length;
      if (this.#rows >= this.#mostRows) await this.#endSheet();
    }
  }

  async finish(): Promise<void> {
    if (this.#sheets === 0) await this.#begin();
    await this.#endSheet();
    const numbers = Array.from({ length: this.#sheets }, (_, at) => at + 1);
    const add = (path: string, xml: string): void => this.#zip.addBuffer(Buffer.from(head + xml), path);
    add('[Content_Types].xml', contentTypes(numbers));
    add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
    add('xl/workbook.xml', workbook(this.#name, numbers));
    add(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...numbers.map((n): [string, string] => ['worksheet', `worksheets/sheet${n}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    );
    add('xl/styles.xml', styles);
    this.#zip.end();
    await this.#written;
  }

  async #begin(): Promise<PassThrough> {
    this.#sheets += 1;
    const sheet = new PassThrough();
    this.#sheet = sheet;
    this.#rows = 0;
    this.#zip.addReadStream(sheet, `xl/worksheets/sheet${this.#sheets}.xml`, { compressionLevel: 1 });
    const frozen =
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
    await this.#put(sheet, `${head}<worksheet xmlns="${spreadsheet}">${frozen}<sheetData>${this.#row(this.#heads, 1)}`);
    return sheet;
  }

  async #endSheet(): Promise<void> {
    const sheet = this.#sheet;
    if (!sheet) return;
    this.#sheet = null;
    sheet.end('</sheetData></worksheet>');
    await Promise.race([once(sheet, 'end'), this.#written]);
  }

  #row(cells: readonly Cell[], style = 0): string {
    this.#rows += 1;
    return `<row r="${this.#rows}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${this.#rows}`, style)).join('')}</row>`;
  }

  /** Waits while the disk is behind; a write that failed comes out here. */
  async #put(sheet: PassThrough, xml: string): Promise<void> {
    if (!sheet.write(xml)) await Promise.race([once(sheet, 'drain'), this.#written]);
  }

  async #writeTo(file: WholeFile): Promise<void> {
    for await (const chunk of this.#zip.outputStream) file.write(Buffer.from(chunk));
  }
}

function cellXml(cell: Cell, place: string, style: number): string {
  const look = style === 0 ? '' : ` s="${style}"`;
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"${look}><v>${cell}</v></c>`;
  return `<c r="${place}"${look} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** What XML cannot say at all: control signs, and halves of signs. */
// oxlint-disable-next-line no-control-regex -- these are the signs in question
const unsayable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const special = /[&<>"\r]|_(?=x[0-9A-Fa-f]{4}_)/;

function escaped(text: string): string {
  const said = text.slice(0, mostSigns).replace(unsayable, '\uFFFD').toWellFormed();
  if (!special.test(said)) return said;
  return said
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** 0 is A, 26 is AA. */
function columnName(at: number): string {
  const rest = String.fromCharCode(65 + (at % 26));
  return at < 26 ? rest : columnName(Math.floor(at / 26) - 1) + rest;
}

const relationships = (to: ReadonlyArray<readonly [type: string, target: string]>): string =>
  `<Relationships xmlns="${packageRelations}">${to
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const contentTypes = (sheets: readonly number[]): string =>
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${mime}.styles+xml"/>` +
  `${sheets.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mime}.worksheet+xml"/>`).join('')}</Types>`;

const workbook = (name: string, sheets: readonly number[]): string =>
  `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets>${sheets
    .map((n) => `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`;

/** Two looks: as it is, and bold for the heads. */
const styles =
  `<styleSheet xmlns="${spreadsheet}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>';
