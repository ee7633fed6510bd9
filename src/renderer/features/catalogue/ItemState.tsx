import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { pauseAt } from '../../../shared/domain/cut-off.ts';
import { useEndOfMinute } from '../../state/clock.ts';
import { useSettings } from '../../state/settings.ts';

/** Whether it is sold now: words of a state, and the countdown of its daily pause. */
export function ItemState({ item, error }: { item: CatalogueItem; error: boolean }) {
  const { t } = useTranslation();
  const now = useEndOfMinute();
  const provider = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  const shop = useSettings((state) => state.view?.settings.timeZone ?? 'Asia/Jakarta');
  if (error) return <Word tone="text-failed">{t('catalogue.notSaved')}</Word>;
  if (item.goneAt !== null) return <Word tone="text-failed">{t('catalogue.states.gone')}</Word>;
  if (!item.active) return <Word tone="text-failed">{t('catalogue.states.inactive')}</Word>;
  const pause = pauseAt(item.cutOff, now, { provider, shop });
  if (pause.kind === 'paused') return <Word tone="text-unknown">{t('catalogue.paused', { time: pause.until })}</Word>;
  if (pause.kind === 'closing') return <Word tone="text-unknown">{t('catalogue.closing', { n: pause.minutes })}</Word>;
  return <Word tone="text-ink-soft font-normal">{t('catalogue.states.active')}</Word>;
}

function Word({ tone, children }: { tone: string; children: string }) {
  return <span className={`text-small font-medium ${tone}`}>{children}</span>;
}
