import type { Tone } from '../../../src/renderer/ui/state-look.ts';

export const tones: readonly Tone[] = ['success', 'pending', 'unknown', 'failed', 'disputed', 'quiet'];
