import type { Tone } from '../../../src/renderer/state/toast.ts';

export const tones: readonly Tone[] = ['success', 'pending', 'unknown', 'failed', 'disputed', 'quiet'];
