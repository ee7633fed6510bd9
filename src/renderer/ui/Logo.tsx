import { useEffect } from 'react';
import { create } from 'zustand';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { isBrandOf, shippedNumberPlan } from '../../shared/domain/number-fit.ts';
import { productKind } from '../../shared/domain/product-names.ts';
import { call } from '../host/call.ts';
import { classes } from './classes.ts';
import type { LucideIcon } from './icon.tsx';
import { Droplets, HeartPulse, House, Package, Smartphone, Wifi, Zap } from './icons.tsx';
import { splitName } from './number-text.ts';

interface Props {
  item: MarkedItem & Pick<CatalogueItem, 'logo'>;
  className?: string;
}

/** A brand's stored picture, or a mark of the counter's own. Screen readers read the name beside it. */
export function Logo({ item, className = 'size-10' }: Props) {
  const { logo } = item;
  const url = useLogos((logos) => (logo === null ? null : (logos[logo] ?? null)));
  useEffect(() => {
    if (logo !== null) wantLogo(logo);
  }, [logo]);
  const box = classes(
    'flex shrink-0 items-center justify-center overflow-hidden rounded-key border border-line',
    className,
  );
  // Pictures are made for white paper.
  if (url !== null) {
    return (
      <span className={classes(box, 'bg-white p-0.5')}>
        <img src={url} alt="" className="max-h-full max-w-full object-contain" />
      </span>
    );
  }
  const Icon = markIcons[markKindOf(item)];
  return (
    <span aria-hidden="true" className={classes(box, 'flex-col bg-sunken leading-3 font-bold text-ink-soft')}>
      <Icon className="size-3.5 shrink-0" strokeWidth={2.25} />
      <span className="text-[0.625rem]">{lettersOf(item)}</span>
    </span>
  );
}

type MarkedItem = Pick<CatalogueItem, 'kind' | 'category' | 'brand' | 'productName' | 'productCode'>;

const markIcons = {
  phone: Smartphone,
  'electricity-token': Zap,
  'electricity-bill': Zap,
  water: Droplets,
  health: HeartPulse,
  home: House,
  data: Wifi,
  other: Package,
} as const satisfies Record<string, LucideIcon>;

/** Telkom's home line and Telkomsel's credit begin with the same letters: the drawing tells them apart. */
function markKindOf(item: MarkedItem): keyof typeof markIcons {
  const kind = productKind(item);
  if (kind !== 'phone' && kind !== 'internet') return kind;
  if (item.kind === 'postpaid') return kind === 'internet' ? 'home' : 'phone';
  return kind === 'internet' || /\b(data|paket|kuota)\b/i.test(item.category ?? '') ? 'data' : 'phone';
}

/** At most four letters or digits that stand for a brand: an operator's short name, a short first word, else its consonants. */
function lettersOf({ brand, productName, productCode }: MarkedItem): string {
  const operator = shippedNumberPlan.operators.find((each) => isBrandOf(each, brand));
  const short = operator?.brands.filter((name) => /^[a-z]{2,4}$/.test(name));
  const shortest = short?.at(-1);
  if (shortest !== undefined) return shortest.toUpperCase();
  const name = [brand, productName, productCode].find((text) => /[\p{L}\p{N}]/u.test(text ?? '')) ?? '';
  const [first = '', second] = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (first.length <= 4) return first;
  if (second !== undefined) return `${first.slice(0, 1)}${second.slice(0, 1)}`;
  return (first.slice(0, 1) + first.slice(1).replace(/[AEIOU]/g, '')).slice(0, 4);
}

/** data: addresses by name; null: requested, but missing */
const useLogos = create<Readonly<Record<string, string | null>>>(() => ({}));

const most = 50;
const wanted = new Set<string>();

/** Has a picture brought from main, with all others that are wanted in this moment; each once. */
function wantLogo(name: string): void {
  if (Object.hasOwn(useLogos.getState(), name)) return;
  if (wanted.size === 0) queueMicrotask(() => void bring());
  wanted.add(name);
}

async function bring(): Promise<void> {
  const names = [...wanted].slice(0, most);
  for (const name of names) wanted.delete(name);
  if (wanted.size > 0) queueMicrotask(() => void bring());
  useLogos.setState(Object.fromEntries(names.map((name) => [name, null])));
  const answer = await call('catalogue.logos', { names });
  if (answer.ok) useLogos.setState(Object.fromEntries(answer.value.logos.map(({ name, url }) => [name, url])));
}

/**
 * A product's name on one line. Where the room is short its middle goes, never its nominal: "Telkom… 10.000" and "Telkom… 100.000"
 * are two products. The blank between both stays a part of the end, so that the text is read and copied as it was written.
 */
export function ProductName({ name }: { name: string }) {
  const [beginning, end] = splitName(name);
  return (
    <span className="flex max-w-full min-w-0 whitespace-pre">
      <span className="truncate">{beginning}</span>
      {end === '' ? null : <span className="shrink-0">{end}</span>}
    </span>
  );
}
