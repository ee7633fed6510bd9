import { CirclePause, CircleX, Clock, type LucideIcon, PrinterCheck, Search, Send, TriangleAlert } from 'lucide-react';
import type { PrintJob, PrintState } from '../../../shared/domain/print-job.ts';
import type { Tone } from '../../ui/state-look.ts';

export interface JobLook {
  tone: Tone;
  icon: LucideIcon;
}

/** How far a print job is, by shape and colour; its word comes from the language. */
const printLook: Readonly<Record<PrintState, JobLook>> = {
  queued: { tone: 'pending', icon: Clock },
  checking: { tone: 'pending', icon: Search },
  sending: { tone: 'pending', icon: Send },
  sent: { tone: 'quiet', icon: PrinterCheck },
  confirmed: { tone: 'success', icon: PrinterCheck },
  blocked: { tone: 'unknown', icon: CirclePause },
  unknown: { tone: 'unknown', icon: TriangleAlert },
  failed: { tone: 'failed', icon: CircleX },
};

/** A job that somebody decided about asks for nobody's eye any more. */
export function lookOf({ state, decided }: PrintJob): JobLook {
  const look = printLook[state];
  return decided !== null && (state === 'unknown' || state === 'failed') ? { ...look, tone: 'quiet' } : look;
}
