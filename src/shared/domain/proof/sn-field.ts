/** The longest field that carries the sn itself: with it a proof still fits a QR code of version 10. */
const longestField = 100;

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
  return field.length > longestField ? null : field;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** What stands for an sn that is too long: ":" and the first 80 bits of the SHA-256 of its UTF-8, in base 32. */
export const snDigestField = /^:[0-9A-HJKMNP-TV-Z]{16}$/;

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
