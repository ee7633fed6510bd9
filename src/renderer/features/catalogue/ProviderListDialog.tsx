import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import {
  type ListChange,
  type ListDifference,
  listChanges,
  type ProviderListReading,
} from '../../../shared/domain/provider-list.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { dateTimeText, timeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { CheckField, Choice } from '../../ui/Field.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../ui/Notice.tsx';
import { readCatalogue, useCatalogue } from './catalogue-store.ts';
import { belowCostCount, type Show } from './rows.ts';

type Compared = Extract<ProviderListReading, { kind: 'compared' }>;

const compareList = () => call('catalogue.compareList');

/** The provider's whole list: what it would change of the catalogue, and then the change. */
export function ProviderListDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [version, setVersion] = useState(0);
  const answer = useAnswer(compareList, 'list', version)?.answer ?? null;
  const [failed, setFailed] = useState<KonterError | null>(null);
  const [looksAnyway, setLooksAnyway] = useState(false);
  const [takesNew, setTakesNew] = useState(true);
  const [isTaking, setTaking] = useState(false);
  const reading = answer?.ok ? answer.value : null;
  const error = failed ?? (answer?.ok === false ? answer.error : null);
  const compared = reading?.kind === 'compared' ? reading : null;
  const isDoubted = compared !== null && compared.doubted.length > 0 && !looksAnyway;
  const take = async ({ id, differences }: Compared): Promise<void> => {
    setTaking(true);
    setFailed(null);
    const taken = await call('catalogue.takeList', { id, takesNew });
    // With the list: its line counts what is below cost.
    if (taken.ok) await readCatalogue();
    setTaking(false);
    if (!taken.ok) {
      // A newer list was read meanwhile: that one is to be looked at.
      if (taken.error.code === 'not_found') return setVersion(version + 1);
      return setFailed(taken.error);
    }
    const risen = differences.filter(({ changes }) => changes.includes('costRisen')).map((one) => one.productCode);
    useCatalogue.setState({ taken: { ...taken.value, risen: new Set(risen) } });
    onClose();
  };
  return (
    <Dialog
      wide
      title={t('catalogue.providerList.title')}
      lead={t('catalogue.providerList.lead')}
      onClose={() => (isTaking ? undefined : onClose())}
    >
      {(settled) => (
        <>
          {reading === null && error === null ? (
            <output>
              <span>{t('catalogue.providerList.reading')}</span>
              <Skeleton className="mt-3 h-96" />
            </output>
          ) : null}
          {reading?.kind === 'refused' ? <Problem reading={reading} /> : null}
          {compared ? <ListDate list={compared} /> : null}
          {compared && compared.doubted.length > 0 ? (
            <Doubt list={compared} onLook={looksAnyway ? null : () => setLooksAnyway(true)} />
          ) : null}
          {compared && !isDoubted ? <Differences list={compared} takesNew={takesNew} onTakesNew={setTakesNew} /> : null}
          <DialogFooter notice={<ErrorNotice compact error={error} />}>
            <Button disabled={isTaking} onClick={onClose}>
              {t('catalogue.providerList.close')}
            </Button>
            {compared && !isDoubted && compared.differences.length > 0 ? (
              <Button look="primary" disabled={!settled || isTaking} onClick={() => void take(compared)}>
                {t('catalogue.providerList.take')}
              </Button>
            ) : null}
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

/** When a service gives its list again; nothing where it may be asked at once. */
function useNextText(nextAt: string | null): string | null {
  const { t } = useTranslation();
  const zone = useShopZone();
  if (nextAt === null) return null;
  // The minute in which it is possible at once.
  const minute = new Date(Math.ceil(Date.parse(nextAt) / 60_000) * 60_000).toISOString();
  return t('catalogue.providerList.next', { time: timeText(minute, zone) });
}

function Problem({ reading }: { reading: Extract<ProviderListReading, { kind: 'refused' }> }) {
  const { t } = useTranslation();
  const { problem, code, nextAt } = reading;
  return (
    <Notice
      tone="failed"
      live="alert"
      title={t(`catalogue.providerList.problems.${problem}`)}
      lines={[
        code === null ? null : t('catalogue.providerList.code', { code }),
        t('catalogue.providerList.unchangedAll'),
        useNextText(nextAt),
      ]}
    />
  );
}

/** How old the list is, and how much of it is new. */
function ListDate({ list }: { list: Compared }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { at, total, unchanged, unusable, nextAt } = list;
  return (
    <p>
      {[
        t('catalogue.providerList.at', { ...plural(total), when: dateTimeText(at, zone) }),
        unchanged > 0 ? t('catalogue.providerList.unchanged', plural(unchanged)) : null,
        unusable > 0 ? t('catalogue.providerList.unusable', plural(unusable)) : null,
        useNextText(nextAt),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}

/** @param props.onLook null: the person looks already */
function Doubt({ list, onLook }: { list: Compared; onLook: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <Notice
      compact
      tone="unknown"
      live="alert"
      title={t('catalogue.providerList.doubt')}
      lines={[
        ...list.doubted.map(({ kind, missing, of }) =>
          t(`catalogue.providerList.doubted.${kind}`, { ...plural(of), missing: plural(missing).n }),
        ),
        t('catalogue.providerList.doubtKeep'),
      ]}
    >
      {onLook ? (
        <div className="pt-2">
          <Button onClick={onLook}>{t('catalogue.providerList.lookAnyway')}</Button>
        </div>
      ) : null}
    </Notice>
  );
}

interface DifferencesProps {
  list: Compared;
  takesNew: boolean;
  onTakesNew: (takesNew: boolean) => void;
}

/** What would change, by its kinds. */
function Differences({ list: { differences }, takesNew, onTakesNew }: DifferencesProps) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<Group>('all');
  const byGroup = useMemo(() => {
    const sorted = differences.toSorted((one, other) => urgency(one) - urgency(other));
    return new Map(groups.map((group) => [group, sorted.filter((one) => isIn(one, group))]));
  }, [differences]);
  if (differences.length === 0) return <p className="font-medium">{t('catalogue.providerList.same')}</p>;
  const fresh = byGroup.get('new')?.length ?? 0;
  const choices = groups.flatMap((group) => {
    const count = byGroup.get(group)?.length ?? 0;
    if (count === 0) return [];
    const name = group === 'all' || group === 'other' ? group : (`kinds.${group}` as const);
    return [{ value: group, label: `${t(`catalogue.providerList.${name}`)} ${plural(count).n}` }];
  });
  return (
    <>
      <Choice label={t('catalogue.providerList.show')} value={selected} choices={choices} onValue={setSelected} />
      <DifferenceList rows={byGroup.get(selected) ?? []} />
      {fresh > 0 ? (
        <CheckField label={t('catalogue.providerList.takeNew', plural(fresh))} value={takesNew} onValue={onTakesNew} />
      ) : null}
    </>
  );
}

/** What a person looks for in a list; the rest is "other". */
const groups = ['all', 'belowCost', 'costRisen', 'new', 'gone', 'outOfStock', 'cutOff', 'other'] as const;
type Group = (typeof groups)[number];
const named: ReadonlySet<ListChange> = new Set(groups.filter((group) => group !== 'all' && group !== 'other'));

function isIn({ changes }: ListDifference, group: Group): boolean {
  if (group === 'all') return true;
  return group === 'other' ? !changes.some((change) => named.has(change)) : changes.includes(group);
}

const urgency = ({ changes }: ListDifference): number =>
  Math.min(...changes.map((change) => listChanges.indexOf(change)));

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const rowRem = 3.75;

/** Thousands of rows, of which those in sight are drawn. */
function DifferenceList({ rows }: { rows: readonly ListDifference[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowRem * rem(),
    getItemKey: (at) => rows[at]?.productCode ?? at,
    overscan: 6,
  });
  return (
    <section
      ref={scroller}
      aria-label={t('catalogue.providerList.show')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      className="h-60 shrink-0 overflow-y-auto rounded-box border border-line 2xl:h-72"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, size, start }) => {
          const row = rows[index];
          return row ? (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b border-line"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <DifferenceRow row={row} />
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}

const tones: Readonly<Partial<Record<ListChange, string>>> = {
  belowCost: 'text-failed',
  costRisen: 'text-unknown',
  gone: 'text-failed',
  closed: 'text-failed',
  outOfStock: 'text-unknown',
};

function DifferenceRow({ row }: { row: ListDifference }) {
  const { t } = useTranslation();
  const { productCode, productName, kind, changes, was, now, sellingPrice, cutOff } = row;
  const isLoss = changes.includes('belowCost');
  // A cost above the price went up: that is said by the loss.
  const own = isLoss ? changes.filter((change) => change !== 'costRisen') : changes;
  const words = own.map((change) =>
    change === 'cutOff'
      ? cutOff.now === null
        ? t('catalogue.providerList.noCutOff')
        : t('catalogue.providerList.cutOff', { now: pauseText(cutOff.now) })
      : t(`catalogue.providerList.kinds.${change}`),
  );
  const amount = t(kind === 'prepaid' ? 'catalogue.providerList.cost' : 'catalogue.providerList.fee');
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)_auto_6.5rem] items-center gap-x-4 px-3 tabular-nums">
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-semibold">{productName || productCode}</span>
        <span className="truncate text-small">
          <span className="font-mono text-ink-soft">{productCode}</span>
          {' · '}
          <span className={classes('font-medium', tones[changes[0] ?? 'name'] ?? 'text-ink-soft')}>
            {words.join(', ')}
          </span>
        </span>
      </span>
      <span className="flex flex-col text-right">
        <span className="text-small text-ink-soft">
          {was === null || was === now ? amount : `${amount} ${formatRupiah(was)} →`}
        </span>
        <span className="font-semibold">{now === null ? '–' : formatRupiah(now)}</span>
      </span>
      {kind === 'prepaid' ? (
        <span className={classes('flex flex-col text-right', isLoss && 'text-failed')}>
          <span className={classes('text-small', isLoss ? '' : 'text-ink-soft')}>
            {t('catalogue.providerList.price')}
          </span>
          <span className="font-semibold">
            {sellingPrice === null ? t('catalogue.providerList.noPrice') : formatRupiah(sellingPrice)}
          </span>
        </span>
      ) : null}
    </div>
  );
}

/** "23:00:00-01:00:00" without its seconds. */
const pauseText = (pause: string): string => pause.replaceAll(/(\d\d:\d\d):\d\d/g, '$1');

interface TakenListLineProps {
  onShow: (show: Show, risen?: ReadonlySet<string>) => void;
}

/** What the list that was used has changed, and the ways to the prices that it asks for. */
export function TakenListLine({ onShow }: TakenListLineProps) {
  const { t } = useTranslation();
  const { taken, items } = useCatalogue();
  const losses = useMemo(() => belowCostCount(items?.values() ?? []), [items]);
  if (taken === null) return null;
  const { risen } = taken;
  const parts = (['added', 'changed', 'gone'] as const)
    .filter((count) => taken[count] > 0)
    .map((count) => t(`catalogue.providerList.${count}`, plural(taken[count])));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <output className="min-w-60 flex-1 font-medium">
        {parts.length === 0
          ? t('catalogue.providerList.nothingTaken')
          : t('catalogue.providerList.taken', { what: parts.join(', ') })}
      </output>
      {losses > 0 ? (
        <Button onClick={() => onShow('belowCost')}>{t('catalogue.providerList.seeBelowCost', plural(losses))}</Button>
      ) : null}
      {risen.size > 0 ? (
        <Button onClick={() => onShow('risen', risen)}>
          {t('catalogue.providerList.seeRisen', plural(risen.size))}
        </Button>
      ) : null}
      <Button onClick={() => useCatalogue.setState({ taken: null })}>{t('catalogue.providerList.close')}</Button>
    </div>
  );
}
