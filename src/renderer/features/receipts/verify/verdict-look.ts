import {
  ArrowLeftRight,
  BookX,
  CircleHelp,
  GraduationCap,
  type LucideIcon,
  ScanLine,
  ShieldCheck,
  ShieldX,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { ProofVerdict } from '../../../../shared/contract/proofs.ts';
import type { Messages } from '../../../i18n/id/messages.ts';
import type { Tone } from '../../../ui/state-look.ts';

export type Found = keyof Messages['proof']['found'];

/** What was found, in one word. */
export function foundIn(verdict: ProofVerdict): Found {
  switch (verdict.verdict) {
    case 'unreadable':
      return verdict.reason;
    case 'genuine':
      return verdict.standing;
    case 'altered':
    case 'training':
    case 'unknown_terminal':
      return verdict.verdict;
  }
}

/** Why, and what to do. */
export function meaningOf(verdict: ProofVerdict, practising: boolean): keyof Messages['proof']['means'] {
  if (verdict.verdict === 'genuine' && verdict.standing === 'not_held') {
    if (practising) return 'in_practice';
    return verdict.terminal.own ? 'rolled_back' : 'not_held';
  }
  if (verdict.verdict === 'unknown_terminal' && verdict.sale) return 'unknown_but_held';
  return foundIn(verdict);
}

/** By shape and colour; the word stands beside it. */
export const verdictLook: Readonly<Record<Found, { tone: Tone; icon: LucideIcon }>> = {
  stands: { tone: 'success', icon: ShieldCheck },
  disputed: { tone: 'disputed', icon: ArrowLeftRight },
  failed: { tone: 'failed', icon: X },
  unsettled: { tone: 'unknown', icon: TriangleAlert },
  differs: { tone: 'failed', icon: BookX },
  not_held: { tone: 'unknown', icon: BookX },
  altered: { tone: 'failed', icon: ShieldX },
  unknown_terminal: { tone: 'unknown', icon: CircleHelp },
  training: { tone: 'failed', icon: GraduationCap },
  not_a_proof: { tone: 'quiet', icon: CircleHelp },
  damaged: { tone: 'quiet', icon: ScanLine },
  newer: { tone: 'quiet', icon: CircleHelp },
};
