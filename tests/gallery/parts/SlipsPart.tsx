import { useTranslation } from '../../../src/renderer/i18n/translation.ts';
import { SlipPaper } from '../../../src/renderer/ui/slip/SlipPaper.tsx';
import { buildSlip } from '../../../src/shared/domain/receipt/build.ts';
import { slipSamples } from '../../support/slips.ts';
import { Row } from './Row.tsx';

const samples = ['phone', 'token', 'bill', 'pending', 'noSn', 'unknown', 'disputed', 'longNames'] as const;

/** The slips as they stand beside the sale; the papers themselves are in tests/golden. */
export function SlipsPart() {
  const { language } = useTranslation();
  return (
    <Row name="slips">
      {samples.map((name) => (
        <div key={name} className="w-72">
          <SlipPaper
            doc={buildSlip(slipSamples[name], {
              language,
              timeZone: 'Asia/Jakarta',
              shop: { name: 'Toko Contoh', address: 'Jl. Contoh 1', phone: '021-000000', footer: 'Terima kasih' },
              training: name === 'phone',
              copy: name === 'token' ? 2 : 1,
              proof: name === 'phone' ? 'https://contoh.invalid/#v1.contoh' : null,
            })}
          />
        </div>
      ))}
    </Row>
  );
}
