/** The series and number of a receipt number as typed, "AB7K-000123" in any capitals; null when it is not one. */
export function parseReceiptNo(text: string): { series: string; number: number } | null {
  const match = /^([0-9A-Z]+)-(\d{6,15})$/.exec(text.toUpperCase());
  return match?.[1] && match[2] ? { series: match[1], number: Number(match[2]) } : null;
}
