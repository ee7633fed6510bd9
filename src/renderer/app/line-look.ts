import { CircleCheck, CircleDashed, CircleMinus, CircleX, Loader, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Status } from '../../shared/contract/status.ts';

export interface LineLook {
  icon: LucideIcon;
  /** text colour; shape and word say the same */
  colour: string;
}

const good: LineLook = { icon: CircleCheck, colour: 'text-success' };
const idle: LineLook = { icon: CircleDashed, colour: 'text-ink-soft' };
const busy: LineLook = { icon: Loader, colour: 'text-pending' };
const unset: LineLook = { icon: CircleMinus, colour: 'text-ink-soft' };
const down: LineLook = { icon: TriangleAlert, colour: 'text-unknown' };
const wrong: LineLook = { icon: CircleX, colour: 'text-failed' };

export const providerLook: Readonly<Record<Status['provider']['state'], LineLook>> = {
  not_configured: unset,
  untried: idle,
  reachable: good,
  unreachable: wrong,
};

export const relayLook: Readonly<Record<Status['relay']['state'], LineLook>> = {
  not_configured: unset,
  starting: busy,
  listening: good,
  deaf: down,
  refused: wrong,
  taken: wrong,
};
