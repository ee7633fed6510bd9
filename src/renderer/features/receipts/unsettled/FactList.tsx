import { wallClock } from '../../../../shared/domain/zone.ts';
import { useShopZone } from '../../../state/settings.ts';
import type { Fact } from '../../../words/fact-words.ts';

/** What came, with its time to the second, and what did not come. */
export function FactList({ facts, missing }: { facts: readonly Fact[]; missing: readonly string[] }) {
  const zone = useShopZone();
  return (
    <ul className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      {facts.map((fact) => (
        <li key={fact.seq} className="contents">
          <time dateTime={fact.at} className="text-small leading-6 text-ink-soft">
            {wallClock(Date.parse(fact.at), zone).time}
          </time>
          <span className="break-words">{fact.text}</span>
        </li>
      ))}
      {missing.map((text) => (
        <li key={text} className="contents">
          <span aria-hidden="true" className="text-center leading-6 text-ink-soft">
            –
          </span>
          <span className="text-ink-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}
