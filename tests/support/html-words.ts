const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of a slip's page, as a reader of the paper has it: no styles, no title, no pictures. */
export function htmlText(html: string): string {
  const body = html.slice(html.indexOf('<main>'), html.indexOf('</main>')).replace(/<svg.*?<\/svg>/gsu, '');
  return body.replace(/<[^>]*>/gu, ' ').replace(/&(#?\w+);/gu, (whole, name: string) => entities[name] ?? whole);
}
