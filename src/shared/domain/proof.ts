/** What a proof of payment says, apart from who signed it. docs/proof-format.md is the page for everybody else. */
export interface ProofFacts {
  /** "AB7K-000123" */
  receiptNo: string;
  /** whole rupiah, what the customer paid; null where the slip names none */
  total: number | null;
  /** the time on the slip, UTC, to the second: "2026-11-20T03:15:00Z" */
  at: string;
  /** as snField writes it */
  snField: string;
  /** the log's last event when the sale got its result: its number, and the first 80 bits of its hash in base 32 */
  head: { seq: number; hash: string };
}

/** The first format: none is older. */
const formatNumber = 1;
const proofTag = `KTR${formatNumber}`;
/** In the places of the terminal and of the signature. It holds an I, which no terminal's id has. */
const trainingMark = 'TRAINING';

/** Of the log's hash, and of an sn that is too long: 10 bytes, 16 characters. */
export const digestBytes = 10;
/** Of the SHA-256 of a terminal's public key: 5 bytes, 8 characters. */
const terminalIdBytes = 5;

/** The text that is signed, as ASCII: everything before the last dot. */
export function signedText(terminal: string, facts: ProofFacts): string {
  const { receiptNo, total, at, snField, head } = facts;
  const time = at.replace(/[-:TZ]/g, '');
  return [proofTag, terminal, receiptNo, total ?? '', time, snField, `${head.seq}-${head.hash}`].join('.');
}

/** What stands in the QR code. @param signature in base 32, 103 characters */
export function proofText(signed: string, signature: string): string {
  return `${signed}.${signature}`;
}

/**
 * What a slip's QR code holds: an address that opens the verifier page, with the proof in its fragment, which no browser sends to a
 * server; without an address the proof alone. @param address of the page, without a fragment
 */
export function proofLink(address: string | null, proof: string): string {
  return address === null ? proof : `${address}#${proof}`;
}

/** The proof of practice: nothing signs it, and no key can. */
export function trainingProof(facts: ProofFacts): string {
  return proofText(signedText(trainingMark, facts), trainingMark);
}

/** ISO 8601 UTC without fractions of a second, as a proof says it. */
export function proofTime(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/**
 * Crockford's base 32: capitals and digits only, so that a QR code packs it as alphanumeric, a scanner types it on any
 * keyboard, and a person reading it aloud has no I, L, O or U to mistake.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Five bits a character, the first bits first; what is left over at the end is filled with zeros. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (5 - bits)) & 31);
}

/** The bytes of a text; null where a character is none of the alphabet, or a filling bit is not zero: one text for one value. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = held >> bits;
    at += 1;
    held &= (1 << bits) - 1;
  }
  return held === 0 && bits < 5 ? bytes : null;
}

/** What a person may have typed for it: I and L are 1, O is 0. */
function readAsBase32(text: string): string {
  return text.replace(/[IL]/g, '1').replace(/O/g, '0');
}

/** The longest field that carries the sn itself: with it a proof still fits a QR code of version 10. */
const maxFieldLength = 100;

/**
 * The serial number as a field of the proof: capitals, digits, "-" and "/" as they are, a space as "$", every other byte of
 * its UTF-8 as "*" and two hex digits. Empty: there was none yet. Null: too long to be carried.
 */
export function snField(sn: string | null): string | null {
  if (sn === null) return '';
  const field = encodeURIComponent(sn.toWellFormed())
    // This standard function leaves some characters as they are that a QR code's alphanumeric mode does not know.
    .replace(/[^0-9A-Z%-]/g, escaped)
    .replaceAll('%2F', '/')
    .replaceAll('%20', '$')
    .replaceAll('%', '*');
  return field.length > maxFieldLength ? null : field;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** What stands for an sn that is too long: ":" and the first 80 bits of the SHA-256 of its UTF-8, in base 32. */
const snDigestField = /^:[0-9A-HJKMNP-TV-Z]{16}$/;

/** The sn that a field carries; null where it is not one that snField writes. The empty field is an empty sn. */
export function snOfField(field: string): string | null {
  if (!/^(?:[0-9A-Z/$-]|\*[0-9A-F]{2})*$/.test(field)) return null;
  try {
    const sn = decodeURIComponent(field.replaceAll('$', '%20').replaceAll('*', '%'));
    // One spelling for one sn: an escape that was not needed is not ours.
    return snField(sn) === field ? sn : null;
  } catch {
    return null;
  }
}

export interface ReadProof {
  /** the terminal's id; "TRAINING" for one of practice */
  terminal: string;
  facts: ProofFacts;
  /** the sn as the provider wrote it; "" when there was none yet, null when the proof holds only its digest */
  sn: string | null;
  /** what the signature covers */
  signed: string;
  /** 64 bytes; null for one of practice */
  signature: Uint8Array<ArrayBuffer> | null;
}

export type ParsedProof =
  | { kind: 'proof'; proof: ReadProof }
  /** no tag of ours in it */
  | { kind: 'not_a_proof' }
  /** a format made after this program */
  | { kind: 'newer' }
  /** begins as one, but is not whole: cut off, or a character was read wrong */
  | { kind: 'damaged' };

/** No proof comes near it. */
const maxProofLength = 400;
const signatureBytes = 64;

/**
 * Reads a proof's text, already in capitals and without spaces (scannedProofs). Says nothing about whether it is genuine. What
 * could be written in two ways is read in one only, so that one proof has one text.
 */
export function parseProof(text: string): ParsedProof {
  const tag = /^KTR(\d+)\./.exec(text)?.[1];
  if (tag === undefined) return { kind: 'not_a_proof' };
  if (Number(tag) > formatNumber && !tag.startsWith('0')) return { kind: 'newer' };
  // No program has written another: a character was read wrong.
  if (!text.startsWith(`${proofTag}.`)) return { kind: 'damaged' };
  const fields = text.length > maxProofLength ? [] : text.split('.');
  const proof = fields.length === 8 ? readFields(fields.slice(1)) : null;
  return proof ? { kind: 'proof', proof } : { kind: 'damaged' };
}

function readFields(fields: readonly string[]): ReadProof | null {
  const [terminalField = '', receiptNo = '', totalText = '', time = '', snText = '', headText = '', last = ''] = fields;
  const training = terminalField === trainingMark;
  const terminal = training ? terminalField : readAsBase32(terminalField);
  const total = /^(0|[1-9]\d{0,14})$/.test(totalText) ? Number(totalText) : null;
  const at = readTime(time);
  const sn = snDigestField.test(snText) ? null : snOfField(snText);
  const head = readHead(headText);
  const signature = training ? null : fromBase32(readAsBase32(last));
  if (
    (training ? last !== trainingMark : fromBase32(terminal)?.length !== terminalIdBytes) ||
    !/^[0-9A-Z]{1,12}-\d{6,15}$/.test(receiptNo) ||
    (totalText !== '' && total === null) ||
    at === null ||
    (sn === null && !snDigestField.test(snText)) ||
    head === null ||
    (!training && signature?.length !== signatureBytes)
  ) {
    return null;
  }
  const signedHead = `${head.seq}-${head.hash}`;
  return {
    terminal,
    facts: { receiptNo, total, at, snField: snText, head },
    sn,
    signed: [proofTag, terminal, receiptNo, totalText, time, snText, signedHead].join('.'),
    signature,
  };
}

function readTime(time: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const ms = Date.parse(at);
  // The 31st of February is a day of March to some readers.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== at.slice(0, 19) ? null : at;
}

function readHead(text: string): ProofFacts['head'] | null {
  const [, seqText, hashText] = /^([1-9]\d{0,14})-([0-9A-Z]{16})$/.exec(text) ?? [];
  if (seqText === undefined || hashText === undefined) return null;
  const hash = readAsBase32(hashText);
  return fromBase32(hash)?.length === digestBytes ? { seq: Number(seqText), hash } : null;
}

/**
 * What a scanner "typed", brought back to what it read. A scanner that types as a keyboard sends places of keys, those of an
 * American one; a computer set to another keyboard makes other characters of them. Each keyboard's reading is only offered
 * here: the signature shows which one is right, so nothing is guessed.
 */

/** Far more than any proof with an address before it; what is longer is not looked at. */
export const maxScannedLength = 2000;

/** [what a scanner meant, what this keyboard makes of it], both in the same order; the rest is the same. */
const german = ['YZyz-/:*', 'ZYzyß-Ö('] as const;
const french = ['AQZWMaqzwm1234567890-./:*$', 'QAWZ?qawz,&é"\'(-è_çà):!M84'] as const;

/** The texts that may have been meant, the likeliest first, each from its tag on; none where there is no tag in it. */
export function scannedProofs(typed: string): string[] {
  if (typed.length > maxScannedLength) return [];
  const all = [typed, ...[german, french].map((keyboard) => undo(typed, keyboard))].map(fromTag);
  return [...new Set(all.filter((text) => text !== null))];
}

function undo(typed: string, [meant, replacement]: readonly [string, string]): string {
  return Array.from(typed, (character) => {
    const at = replacement.indexOf(character);
    return at < 0 ? character : meant.charAt(at);
  }).join('');
}

/** In capitals, without spaces, ends of lines, escapes of an address and whatever stands before the tag. */
function fromTag(text: string): string | null {
  const plain = text
    .replace(/%(?:24|2A|2D|2E|2F|3A)/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replace(/[\s\p{C}]/gu, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const start = plain.search(/KTR\d+\./);
  return start < 0 ? null : plain.slice(start);
}

/** A terminal's public key as it is written down, sent and pasted: "KTK1.", its id, ".", its 32 bytes in base 32. */
export interface TerminalKey {
  /** the first 5 bytes of the SHA-256 of the key, in base 32 */
  id: string;
  /** Ed25519, 32 bytes */
  key: Uint8Array<ArrayBuffer>;
}

const keyTag = 'KTK1';
const keyBytes = 32;

export function terminalId(sha256OfKey: Uint8Array): string {
  return base32(sha256OfKey.subarray(0, terminalIdBytes));
}

export function terminalKeyText({ id, key }: TerminalKey): string {
  return `${keyTag}.${id}.${base32(key)}`;
}

/**
 * Reads a key as pasted. Whether the id is the key's own is for the caller to see, who can hash: a wrong character anywhere
 * shows there.
 */
export function readTerminalKey(text: string): TerminalKey | null {
  const plain = text.replace(/[\s\p{C}]/gu, '').toUpperCase();
  const [, idText, keyText] = /^KTK1\.([0-9A-Z]{8})\.([0-9A-Z]{52})$/.exec(plain) ?? [];
  if (idText === undefined || keyText === undefined) return null;
  const key = fromBase32(readAsBase32(keyText));
  const id = readAsBase32(idText);
  return key?.length === keyBytes && fromBase32(id) !== null ? { id, key } : null;
}
