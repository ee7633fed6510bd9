import { describe, expect, it } from 'vitest';
import { slipHtml } from '../../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../../src/shared/domain/receipt/build.ts';
import { slipText } from '../../../../src/shared/domain/receipt/layout.ts';
import { htmlText, printSlip, slipSamples, slipSettings } from '../../../support/slips.ts';

/** What is said, however it is set: lines are broken elsewhere on each paper, and only some put colons and stars. */
const said = (text: string): string => text.replace(/[\s:*]+/gu, '');

const widths = [32, 42, 48] as const;

const slips = Object.entries(slipSamples).flatMap(([name, sale]) =>
  (['id', 'en'] as const).flatMap((language) => [
    { name, doc: buildSlip(sale, { ...slipSettings, language, proof: 'KT1.abc' }) },
    {
      name: `${name}, a copy in training`,
      doc: buildSlip(sale, { ...slipSettings, language, training: true, copy: 2 }),
    },
  ]),
);

describe('a slip on all papers', () => {
  it.each(slips)('every paper says the same, in the same order: $name ($doc.language)', ({ doc }) => {
    const printers = (['escpos', 'starprnt'] as const).flatMap((language) =>
      widths.map((columns) =>
        printSlip(doc, { language, columns }).map((one) => (one.type === 'line' ? one.text : '')),
      ),
    );
    const papers = [
      ...widths.map((columns) => slipText(doc, columns)),
      ...printers.map((lines) => lines.join('\n')),
      ...(['58', '80', 'a4'] as const).map((paper) => htmlText(slipHtml(doc, paper))),
    ];
    expect([...new Set(papers.map(said))]).toHaveLength(1);
  });

  it.each(slips)(
    'the QR is on every paper where there is one, and never in plain text: $name ($doc.language)',
    ({ doc }) => {
      const proven = doc.blocks.some((block) => block.type === 'qr');
      expect(printSlip(doc).filter((one) => one.type === 'qr')).toHaveLength(proven ? 1 : 0);
      expect(slipHtml(doc, '58').includes('<svg')).toBe(proven);
      expect(slipText(doc)).not.toContain('KT1.abc');
    },
  );
});
