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
export function readAsBase32(text: string): string {
  return text.replace(/[IL]/g, '1').replace(/O/g, '0');
}
