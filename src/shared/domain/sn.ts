const placeholders = /^(?:[\p{Pd}_.0\s]*|null|undefined|n\/a)$/iu;

/** The serial number if it is one: providers send "", "-" or "0" where there is none yet. Trimmed, never changed otherwise. */
export function usableSn(sn: string | null | undefined): string | null {
  const trimmed = (sn ?? '').trim();
  return placeholders.test(trimmed) ? null : trimmed;
}

/**
 * The token of a prepaid-electricity sn: its 20 digits in five groups of four, or null when the sn does not begin with
 * exactly 20 digits that are not all 0. Providers pack more behind it ("1234-…/NAME/R1M/…"); only the first field is looked at.
 */
export function electricityToken(sn: string | null): readonly string[] | null {
  const first = usableSn((sn ?? '').split('/')[0]) ?? '';
  const digits = first.replace(/[\s-]/g, '');
  return /^\d{20}$/.test(digits) ? (digits.match(/\d{4}/g) ?? null) : null;
}
