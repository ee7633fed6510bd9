import type { TFunction } from 'i18next';

const kinds = ['event', 'sale', 'receipt', 'body'] as const;

/** "event 17" in the shop's language; what is named otherwise is shown as main wrote it. */
export function flawRow(t: TFunction, row: string): string {
  const [first = '', ...name] = row.split(' ');
  const kind = kinds.find((each) => each === first);
  return kind === undefined || name.length !== 1 ? row : t(`safety.book.rowOf.${kind}`, { name: name[0] });
}
