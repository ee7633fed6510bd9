import { colourOf, lettersOf, type MarkedItem, type MarkKind, markKindOf } from './brand-mark.ts';
import { classes } from './classes.ts';
import type { LucideIcon } from './icon.tsx';
import { Smartphone } from './icons.tsx';
import { Droplets, HeartPulse, House, Package, Wifi, Zap } from './later-icons.tsx';

interface Props {
  item: MarkedItem;
  /** of its box */
  className: string;
}

/** The counter's own mark of a brand without a picture: a drawing, letters, and the brand's colour where it is known by one. */
export function Mark({ item, className }: Props) {
  const Icon = markIcons[markKindOf(item)];
  const colour = colourOf(item);
  return (
    <span
      aria-hidden="true"
      className={classes(className, 'flex-col leading-3 font-bold', colour === null && 'bg-sunken text-ink-soft')}
      style={colour ?? undefined}
    >
      <Icon className="size-3.5 shrink-0" strokeWidth={2.25} />
      <span className="text-[0.625rem] tracking-tight">{lettersOf(item)}</span>
    </span>
  );
}

const markIcons = {
  phone: Smartphone,
  'electricity-token': Zap,
  'electricity-bill': Zap,
  water: Droplets,
  health: HeartPulse,
  home: House,
  data: Wifi,
  other: Package,
} as const satisfies Record<MarkKind, LucideIcon>;
