import { type KeyboardEvent, useEffect, useState } from 'react';
import type { BillGroup, GroupMember } from '../../../shared/contract/bill-groups.ts';
import { maxBatchLines } from '../../../shared/domain/batch.ts';
import { isAskedWithAll, MemberState, mayBeAsked, memberTotal, otherBills } from '../../../shared/domain/bill-group.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { groupWords } from '../../../shared/domain/receipt/group-slip.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { dayText, periodText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useBatch } from '../../state/batch.ts';
import { useKeys } from '../../state/keys.ts';
import { mergeSales, useSales } from '../../state/sales.ts';
import { useLanguage } from '../../state/settings.ts';
import { pageMode } from '../../state/status.ts';
import { type Tone, toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  Clock,
  Hourglass,
  TriangleAlert,
  Wallet,
  X,
} from '../../ui/icons.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import { ErrorNotice, LiveRegion } from '../../ui/Notice.tsx';
import { Badge } from '../../ui/SaleSummary.tsx';
import { useListBox } from '../../ui/virtual-range.ts';

interface Props {
  group: BillGroup;
  /** the chosen bills are in the list of the batch */
  onPay: () => void;
  onClose: () => void;
}

const isDue = ({ state, sale }: GroupMember): boolean => state === 'due' && sale !== null;

/** The members and how each stands: all that are due are chosen until a person leaves one out. */
export function GroupMembers({ group, onPay, onClose }: Props) {
  const { t } = useTranslation();
  const { members, inquiries } = group;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(0);
  const list = useListBox(members.length, Math.min(cursor, members.length - 1), setCursor);
  const isRunning = inquiries?.isRunning === true;
  const bills = useBatch((state) => state.bills);
  const byId = useSales((state) => state.byId);
  const others = otherBills(
    bills.flatMap((id) => byId[id] ?? []),
    members,
  );
  const candidates = members.filter((member) => isDue(member) && !leftOut.has(member.id));
  const chosen = candidates.slice(0, Math.max(0, maxBatchLines - others.length));
  const total = chosen.reduce((sum, { sale }) => sum + (sale?.total ?? 0), 0);
  const toAsk = members.filter(({ state }) => isAskedWithAll(state)).length;
  const current = members[list.current];
  // The list takes the keys at once.
  useEffect(() => list.scroller?.focus(), [list.scroller]);
  const inquire = async (only?: string): Promise<void> => {
    const answer = await call('billGroups.inquire', {
      id: group.id,
      ...(only === undefined ? {} : { members: [only] }),
      ...pageMode(),
    });
    if (!answer.ok) toastError(answer.error);
  };
  const askOrStop = (): void => void (isRunning ? call('billGroups.stop') : toAsk > 0 ? inquire() : undefined);
  const canAskAgain = !isRunning && current !== undefined && mayBeAsked(current.state);
  const askAgain = (): void => void (canAskAgain && inquire(current.id));
  const pay = (): void => {
    if (chosen.length === 0 || isRunning) return;
    mergeSales(chosen.flatMap(({ sale }) => sale ?? []));
    const together = [...others, ...chosen.flatMap(({ sale }) => sale ?? [])].map(({ id }) => id);
    useBatch.setState({ bills: together, showsGroups: false, groupId: group.id });
    onPay();
  };
  const toggle = (member: GroupMember | undefined): void => {
    if (!member || !isDue(member)) return;
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(member.id)) after.add(member.id);
      return after;
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') toggle(current);
    else if (event.key === 'Enter' && !event.repeat) pay();
    else if (!list.move(event)) return;
    event.preventDefault();
  };
  const askLabel = isRunning
    ? t('groups.stop')
    : toAsk === 0
      ? t('groups.allAsked')
      : t('groups.askAll', plural(toAsk));
  useKeys([
    ...(isRunning || toAsk > 0 ? [{ key: 'F8', label: askLabel, run: askOrStop }] : []),
    { key: 'F9', label: t('groups.askAgain'), run: askAgain },
    ...(chosen.length > 0 && !isRunning
      ? [{ key: 'Enter', label: t('groups.pay', plural(chosen.length)), run: pay }]
      : []),
  ]);
  const progress = isRunning ? t('groups.asking', { done: inquiries.done, n: inquiries.total }) : '';
  return (
    <>
      <Counts
        group={group}
        progress={progress}
        total={total}
        others={others}
        isLimited={candidates.length > chosen.length}
      />
      {inquiries?.error && !isRunning ? <ErrorNotice compact error={inquiries.error} /> : null}
      <ListBox
        list={list}
        label={group.name}
        rows={members}
        optionId={({ id }) => `member-${id}`}
        isSelected={(member) => chosen.includes(member)}
        onPress={(member, at) => {
          setCursor(at);
          toggle(member);
        }}
        aria-multiselectable
        onKeyDown={onKeyDown}
        className="rounded-box border border-line bg-surface"
      >
        {(member) => <MemberRow member={member} isChosen={chosen.includes(member)} />}
      </ListBox>
      <div className="flex shrink-0 flex-wrap items-center gap-3">
        <Button large hotkey="Esc" onClick={onClose}>
          {t('common.back')}
        </Button>
        <Button large hotkey="F8" disabled={!isRunning && toAsk === 0} onClick={askOrStop}>
          {askLabel}
        </Button>
        <Button large hotkey="F9" disabled={!canAskAgain} onClick={askAgain}>
          {t('groups.askAgain')}
        </Button>
        <Button
          look="primary"
          large
          hotkey="Enter"
          disabled={chosen.length === 0 || isRunning}
          onClick={pay}
          className="ml-auto"
        >
          {t('groups.pay', plural(chosen.length))}
        </Button>
      </div>
    </>
  );
}

interface CountsProps {
  group: BillGroup;
  progress: string;
  /** of the chosen bills, whole rupiah */
  total: number;
  /** bills that were collected before and are paid with them */
  others: readonly Transaction[];
  /** more are due than a batch takes */
  isLimited: boolean;
}

/** What was asked for today, how many stand how, and what the chosen come to. */
function Counts({ group: { members }, progress, total, others, isLimited }: CountsProps) {
  const { t } = useTranslation();
  const { states } = groupWords[useLanguage()];
  const today = members.filter(({ isAsked }) => isAsked).length;
  const byState = Map.groupBy(members, ({ state }) => state);
  const counts = MemberState.options.flatMap((state) => {
    const count = byState.get(state)?.length ?? 0;
    // A line breaks between them only.
    return count === 0 ? [] : [`${count} ${states[state]}`.replaceAll(' ', '\u00a0')];
  });
  return (
    <div className="flex items-end gap-4">
      <div className="min-w-0 flex-1 text-small">
        <p className="font-semibold">
          {progress ? (
            <span className="text-pending">{progress}</span>
          ) : (
            t('groups.asked', { n: today, of: members.length })
          )}
        </p>
        <p className="text-ink-soft">
          {counts.join(' · ')}
          {others.length > 0 ? (
            <span className="font-medium text-ink">
              {' · '}
              {t('groups.others', {
                ...plural(others.length),
                total: formatRupiah(others.reduce((sum, bill) => sum + (bill.total ?? 0), 0)),
              })}
            </span>
          ) : null}
          {isLimited ? <span className="font-medium text-ink"> · {t('groups.limited')}</span> : null}
        </p>
      </div>
      <p className="flex items-baseline gap-3 whitespace-nowrap">
        <span className="text-ink-soft">{t('sell.total')}</span>
        <output data-testid="group-total" className="text-title font-bold">
          {formatRupiah(total)}
        </output>
      </p>
      <LiveRegion words={progress} afterMs={1000} />
    </div>
  );
}

const looks: Readonly<Record<MemberState, { tone: Tone; icon: LucideIcon }>> = {
  unasked: { tone: 'quiet', icon: CircleDashed },
  due: { tone: 'pending', icon: Wallet },
  expired: { tone: 'quiet', icon: Clock },
  queued: { tone: 'pending', icon: Hourglass },
  paid: { tone: 'success', icon: Check },
  uncertain: { tone: 'unknown', icon: TriangleAlert },
  already_paid: { tone: 'quiet', icon: CircleCheck },
  not_out: { tone: 'quiet', icon: CircleMinus },
  failed: { tone: 'failed', icon: X },
};

/** The provider's words for a bill's periods; of more than two the first, the last and how many: the column is narrow. */
const periodsText = (periods: readonly string[]): string =>
  periods.length > 2 ? `${periods[0]} – ${periods.at(-1)} (${periods.length})` : periods.join(', ');

/** One member in two lines: who and how much this month, the number and last month. */
function MemberRow({ member, isChosen }: { member: GroupMember; isChosen: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, payer, productCode, customerNo, state, sale, error, lastMonth } = member;
  const { tone, icon } = looks[state];
  const total = memberTotal(member);
  const refusal = error ? (error.providerMessage ?? errorWords(t, error).lines[0]) : null;
  const words =
    state === 'failed' || state === 'already_paid' || state === 'not_out' ? (refusal ?? sale?.message) : null;
  const before = lastMonth === null ? '' : t('groups.lastMonth', { amount: formatRupiah(lastMonth) });
  const about =
    state === 'paid' && sale
      ? dayText(sale.day, language)
      : periodsText(sale?.bill?.details.map(({ period }) => periodText(period)) ?? []);
  return (
    <div
      // A class would stand in the styles of the first screen.
      style={{ gridTemplateColumns: 'auto minmax(0, 1fr) auto 12rem' }}
      className={classes('grid h-full content-center items-center gap-x-4 px-4', isDue(member) && 'cursor-pointer')}
    >
      <span
        aria-hidden="true"
        className={classes(
          'row-span-2 flex size-6 items-center justify-center rounded-key',
          isDue(member) && 'border-2',
          isChosen ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong',
        )}
      >
        {isChosen ? <Check className="size-4" strokeWidth={3} /> : null}
      </span>
      <p className="truncate font-semibold">
        {name}
        {payer === '' ? null : <span className="font-normal text-ink-soft"> · {payer}</span>}
      </p>
      {words && total === null ? (
        <p className="text-right text-small text-ink-soft">{before}</p>
      ) : (
        <p className="text-right font-semibold">{total === null ? '' : formatRupiah(total)}</p>
      )}
      <Badge tone={tone} icon={icon} text={groupWords[language].states[state]} className="mr-auto" />
      {/* The provider's words have the line: there is no bill to speak of. */}
      <p className={classes('truncate text-small text-ink-soft', words && 'col-span-3')} title={words ?? undefined}>
        <span className="font-mono">{groupCustomerNo(customerNo)}</span> · {productCode}
        {words ? <span className="font-medium text-ink"> · {words}</span> : null}
      </p>
      {words ? null : (
        <>
          <p className="text-right text-small text-ink-soft">{before}</p>
          <p className="truncate text-small text-ink-soft" title={about}>
            {about}
          </p>
        </>
      )}
    </div>
  );
}
