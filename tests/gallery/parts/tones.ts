import type { Tone } from '../../../src/renderer/ui/classes.ts';

export const tones: readonly Tone[] = ['success', 'pending', 'unknown', 'failed', 'disputed', 'quiet'];
