/** Latin letters and signs that are no base letter with an accent, each with how people write it without. */
const written = [
  'ß ss|ẞ SS|æ ae|Æ AE|œ oe|Œ OE|ø o|Ø O|đ d|Đ D|ð d|Ð D|þ th|Þ TH|ł l|Ł L|ı i|ħ h|Ħ H|ŋ ng|Ŋ NG|ə e|Ə E',
  "‘ '|’ '|‚ '|‛ '|ʼ '|ʻ '|ʿ '|ʾ '|′ '|“ \"|” \"|„ \"|″ \"|‹ <|› >|« \"|» \"",
  '‐ -|‑ -|‒ -|– -|— -|― -|− -|• *|· .|× x|÷ /|⁄ /|€ EUR|£ GBP|¥ JPY|© (c)|® (R)',
];

const plain: ReadonlyMap<string, string> = new Map(
  written
    .join('|')
    .split('|')
    .map((pair): [string, string] => {
      const [character = '', letters = ''] = pair.split(' ');
      return [character, letters];
    }),
);

/** A character in Latin letters without accents ("é" is "e", "ﬁ" is "fi"); what is not Latin comes back as it is. */
export function plainLatin(character: string): string {
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.get(character) ?? Array.from(parts, (one) => plain.get(one) ?? one).join('');
}
