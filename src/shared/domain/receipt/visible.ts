import type { ReceiptBlock, ReceiptDoc } from './doc.ts';
import { slipWords } from './words.ts';

/** Control characters, marks that cannot be seen or turn the reading round, halves of characters, and a heap of accents. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?<=\p{M}\p{M})\p{M}/gu;
const hiddenOrOddSpace = new RegExp(`${hidden.source}|(?! )\\p{Z}`, 'gu');

/** A character that paper cannot carry as itself, written so that it can be seen: \u{202E}. */
export function characterCode(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

/** Words from outside with nothing hidden in them. White space of any kind is a space. */
export function visible(text: string): string {
  return text.replace(/[\t\n\r\f\v\u0085\p{Z}]+/gu, ' ').replace(hidden, characterCode);
}

/** The same for what must stand on paper character by character: only a plain space is a space, and none is lost. */
function visibleExactly(text: string): string {
  return text.replace(hiddenOrOddSpace, characterCode);
}

export type TextChange = (text: string, exact: boolean) => string;

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
    case 'gap':
      return block;
  }
}

/** Changes the texts, and says at the end of the slip what the codes are wherever that has put any in. */
export function changeTextsWithNote(doc: ReceiptDoc, change: TextChange): ReceiptDoc {
  let coded = false;
  const changed = changeTexts(doc, (text, exact) => {
    const written = change(text, exact);
    coded ||= written.includes('\\u{') && written !== text;
    return written;
  });
  const note = slipWords(doc.language).codes;
  const told = doc.blocks.some((block) => block.type === 'paragraph' && block.text === note);
  if (!coded || told) return changed;
  return { ...changed, blocks: [...changed.blocks, { type: 'gap' }, { type: 'paragraph', text: note }] };
}

/** A slip on which whatever the provider or the shop wrote can be seen for what it is. */
export function visibleSlip(doc: ReceiptDoc): ReceiptDoc {
  return changeTextsWithNote(doc, (text, exact) => (exact ? visibleExactly(text) : visible(text)));
}
