/** Text as it is compared: capitals do not matter, and an accent is one sign whichever way it was written. */
export function fold(text: string): string {
  return text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}

const separators = /[\s\p{Pd}\p{Cf}.()/+]/gu;

/**
 * Folded, and without what people put between groups of digits. Part of a text is also, made compact, part of the compact
 * text: what an index knows of compact texts leaves nothing out.
 */
export function compact(text: string): string {
  return fold(text).replace(separators, '');
}
