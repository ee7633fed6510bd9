import { z } from 'zod';
import { formatRupiah } from '../money.ts';
import { slipWords } from './words.ts';

/**
 * One slip as typed blocks, in reading order, already in the shop's language. Every paper, the screen and the plain text
 * are rendered from the same blocks, so they cannot disagree.
 */
export const ReceiptBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('title'), text: z.string() }),
  /** centred small print: address, footer; `strong` for what counts in it */
  z.object({ type: z.literal('centred'), text: z.string(), strong: z.literal(true).optional() }),
  z.object({ type: z.literal('pair'), label: z.string(), value: z.string() }),
  /** an amount of money, aligned right; `largest`: nothing on the paper is larger */
  z.object({
    type: z.literal('amount'),
    label: z.string(),
    value: z.string(),
    strong: z.boolean(),
    largest: z.literal(true).optional(),
  }),
  /** the serial number in ordinary letters; groups are kept whole at a line's end, `token` asks for the largest letters */
  z.object({ type: z.literal('sn'), label: z.string(), groups: z.array(z.string()), token: z.boolean() }),
  /** words that cannot be missed: training, not a proof, copy */
  z.object({ type: z.literal('notice'), text: z.string() }),
  /** `unbroken`: one line even where the paper is narrower, to find out how wide it is */
  z.object({ type: z.literal('paragraph'), text: z.string(), unbroken: z.literal(true).optional() }),
  /**
   * A QR code, and below it what it is for; on paper and screen only. Printable ASCII, because printers take their own code
   * pages for anything else
   */
  z.object({ type: z.literal('qr'), text: z.string().regex(/^[\x20-\x7e]+$/), caption: z.string().optional() }),
  z.object({ type: z.literal('gap') }),
]);
export type ReceiptBlock = z.infer<typeof ReceiptBlock>;

export const gap: ReceiptBlock = { type: 'gap' };
export const notice = (text: string): ReceiptBlock => ({ type: 'notice', text });
export const pair = (label: string, value: string): ReceiptBlock => ({ type: 'pair', label, value });
export const money = (label: string, value: number, strong = false): Extract<ReceiptBlock, { type: 'amount' }> => ({
  type: 'amount',
  label,
  value: formatRupiah(value),
  strong,
});

export const ReceiptDoc = z.object({ language: z.enum(['id', 'en']), blocks: z.array(ReceiptBlock) });
export type ReceiptDoc = z.infer<typeof ReceiptDoc>;

/** Control characters, marks that cannot be seen or turn the reading round, halves of characters, and a heap of accents. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?<=\p{M}\p{M})\p{M}/gu;
const hiddenOrOddSpace = new RegExp(`${hidden.source}|(?! )\\p{Z}`, 'gu');

/** A paper that acknowledges more money than this is subject to stamp duty (UU 10/2020, article 3). Whole rupiah. */
const dutyFree = 5_000_000;

/** A hint for a paper that acknowledges money; nothing up to the limit. */
export const stampDuty = (amount: number | null, words: { stampDuty: string }): ReceiptBlock[] =>
  (amount ?? 0) > dutyFree ? [{ type: 'paragraph', text: words.stampDuty }] : [];

/** A character that paper cannot carry as itself, written so that it can be seen: \u{202E}. */
export function characterCode(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

/** Words from outside with nothing hidden in them. White space of any kind is a space. */
function visible(text: string): string {
  return text.replace(/[\t\n\r\f\v\u0085\p{Z}]+/gu, ' ').replace(hidden, characterCode);
}

/** The same where each character counts: a space other than the plain one is shown as its code. */
function visibleExactly(text: string): string {
  return text.replace(hiddenOrOddSpace, characterCode);
}

type TextChange = (text: string, exact: boolean) => string;

/** Changes every text on a slip but the QR's; a serial number and ids, where nothing may become something else, are `exact`. */
function changeTexts(doc: ReceiptDoc, change: TextChange): ReceiptDoc {
  return { ...doc, blocks: doc.blocks.map((block) => changeBlock(block, change)) };
}

function changeBlock(block: ReceiptBlock, change: TextChange): ReceiptBlock {
  switch (block.type) {
    case 'title':
    case 'centred':
    case 'paragraph':
      return { ...block, text: change(block.text, false) };
    case 'notice':
      return {
        ...block,
        text: block.text
          .split('\n')
          .map((line) => change(line, false))
          .join('\n'),
      };
    case 'pair':
    case 'amount':
      return { ...block, label: change(block.label, false), value: change(block.value, false) };
    case 'sn':
      return { ...block, label: change(block.label, false), groups: block.groups.map((group) => change(group, true)) };
    case 'qr':
      return block.caption === undefined ? block : { ...block, caption: change(block.caption, false) };
    case 'gap':
      return block;
  }
}

/** Changes the texts. Where that puts codes of characters in, a note at the end of the slip explains them. */
export function changeTextsWithNote(doc: ReceiptDoc, change: TextChange): ReceiptDoc {
  let hasCodes = false;
  const changed = changeTexts(doc, (text, exact) => {
    const written = change(text, exact);
    hasCodes ||= written.includes('\\u{') && written !== text;
    return written;
  });
  const note = slipWords(doc.language).codes;
  const hasNote = doc.blocks.some((block) => block.type === 'paragraph' && block.text === note);
  if (!hasCodes || hasNote) return changed;
  return { ...changed, blocks: [...changed.blocks, { type: 'gap' }, { type: 'paragraph', text: note }] };
}

/** A slip on which whatever the provider or the shop wrote can be seen for what it is. */
export function visibleSlip(doc: ReceiptDoc): ReceiptDoc {
  return changeTextsWithNote(doc, (text, exact) => (exact ? visibleExactly(text) : visible(text)));
}

/** The dark squares of a QR code as one SVG path, a run of them at a time: no hairlines between neighbours on paper. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules.map((row, y) => rowPath(row, y)).join('');
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
  }
  return path;
}
