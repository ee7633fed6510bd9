import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { goToSale } from '../../../state/places.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { errorWords } from '../../../words/error-words.ts';
import type { Overrides } from '../sell/sell-draft.ts';
import { OverrideFields } from './OverrideFields.tsx';
import { SaleLine } from './SaleLine.tsx';
import { useOverride } from './use-override.ts';

interface Props {
  problem: KonterError;
  duplicateAsk: string;
  again: string;
  onAllow: (overrides: Overrides) => void;
  onStop: () => void;
}

/** What kept a sale from being sent: a question where a person may decide, otherwise words in place. */
export function Obstacle({ problem, duplicateAsk, again, onAllow, onStop }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { other, cutOff } = problem;
  const why = useOverride();
  const allow = (what: Omit<Overrides, 'reason' | 'pin'>): void => {
    const given = why.take();
    if (given) onAllow({ ...what, ...given });
  };
  if (problem.code === 'duplicate') {
    const sameCredit = problem.reason === 'same_credit';
    const time = other ? dateTimeText(other.sentAt ?? other.createdAt, zone) : '';
    return (
      <Confirm
        title={t(sameCredit ? 'sell.sameCredit.title' : 'sell.duplicate.title', { time })}
        lead={sameCredit ? t('sell.sameCredit.ask') : duplicateAsk}
        stop={t('sell.duplicate.stop')}
        go={{ label: again, run: () => allow({ allowDuplicate: true, ...(other ? { duplicateOf: other.id } : {}) }) }}
        onClose={onStop}
      >
        {other ? <SaleLine sale={other} /> : null}
        <OverrideFields draft={why} />
      </Confirm>
    );
  }
  if (problem.code === 'in_flight') {
    return (
      <Confirm
        title={t('sell.inFlight.title')}
        lead={`${t('errors.in_flight.title')} ${t('errors.in_flight.why')}`}
        stop={t('sell.duplicate.stop')}
        go={other ? { label: t('sell.inFlight.see'), run: () => goToSale(other.id), danger: false } : null}
        onClose={onStop}
      >
        {other ? <SaleLine sale={other} /> : null}
      </Confirm>
    );
  }
  if (problem.code === 'cut_off' && cutOff) {
    return (
      <Confirm
        title={t('sell.cutOff.title', { end: cutOff.end.slice(0, 5) })}
        lead={t('sell.cutOff.ask')}
        stop={t('sell.cutOff.stop')}
        go={{ label: t('sell.cutOff.send'), run: () => allow({ allowCutOff: true }) }}
        onClose={onStop}
      >
        <p className="text-large font-semibold">
          {t('errorParts.cutOffWindow', {
            start: cutOff.start.slice(0, 5),
            end: cutOff.end.slice(0, 5),
            zone: cutOff.timeZone,
          })}
        </p>
        <OverrideFields draft={why} />
      </Confirm>
    );
  }
  const risen = problem.reason === 'below_risen_cost';
  if (problem.code === 'not_allowed' && (risen || problem.reason === 'below_cost')) {
    return (
      <Confirm
        title={t('sell.belowCost.title')}
        lead={t(risen ? 'sell.belowCost.askRisen' : 'sell.belowCost.ask')}
        stop={t('sell.belowCost.stop')}
        go={{ label: t('sell.belowCost.send'), run: () => allow({ allowBelowCost: true }) }}
        onClose={onStop}
      >
        <OverrideFields draft={why} />
      </Confirm>
    );
  }
  return <Notice tone="failed" live="alert" {...errorWords(t, problem)} />;
}
