/** Licences that let the program be distributed, with their texts, whatever its own is. Others are a decision, not an accident. */
const permitted: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'MPL-2.0',
  // Fonts.
  'OFL-1.1',
]);

/** Whether a package of this licence, as SPDX writes it, may be in the program. Brackets inside of brackets are not understood. */
export function isPermitted(license: string): boolean {
  const plain = license.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((either) => either.split(' AND ').every((one) => permitted.has(one.trim())));
}
