import { type BytesOptions, renderBytes } from '../../src/main/printing/render/slip-bytes.ts';
import { slipHtml } from '../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../src/shared/domain/receipt/build.ts';
import { slipText } from '../../src/shared/domain/receipt/layout.ts';
import { slipSamples, slipSettings } from '../../tests/support/slips.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';

const rounds = 5;
const perRound = 100;

const printer: BytesOptions = {
  language: 'escpos',
  columns: 32,
  codePage: 'cp437',
  cut: 'partial',
  feed: 3,
  drawer: true,
  logo: null,
  qr: 'command',
};
/** As long as a signed proof is. */
const proof = 'KT1.'.padEnd(220, 'AB7K000123');

/**
 * A sale's slip made from nothing into what the printer is sent, QR and all, against the plain text of the same slip, the
 * two in turns. Of three years of unpaid bills too, the longest that is printed.
 */
export async function benchPrintRender(): Promise<Figure[]> {
  return [
    ...measure('receipt', slipSamples.token),
    ...measure('36 periods', slipSamples.manyPeriods),
    ...measure('receipt as a page', slipSamples.token, (doc) => slipHtml(doc, '58')),
  ];
}

type Made = ReturnType<typeof buildSlip>;

function measure(
  metric: string,
  sale: Parameters<typeof buildSlip>[0],
  render: (doc: Made) => unknown = (doc) => renderBytes(doc, printer),
): Figure[] {
  const [ours, texts]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (let step = 0; step < perRound; step++) {
      // Another proof each time, as in a shop: nothing may be remembered from the slip before.
      const settings = { ...slipSettings, proof: `${proof}${round * perRound + step}` };
      const started = performance.now();
      slipText(buildSlip(sale, settings));
      const runExclusive = performance.now();
      render(buildSlip(sale, settings));
      const ended = performance.now();
      // The first round warms up the compiler.
      if (round === 0) continue;
      texts.push(runExclusive - started);
      ours.push(ended - runExclusive);
    }
  }
  const about = { bench: 'print-render', unit: 'ms', against: 'plain text of the same slip' };
  return [
    figure({ ...about, metric, ours: median(ours), baseline: median(texts) }, { maxRatio: 10 }),
    figure({ ...about, metric: `${metric} p99`, ours: p99(ours), baseline: p99(texts) }),
  ];
}
