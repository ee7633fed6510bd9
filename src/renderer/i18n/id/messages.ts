import { mergeMessages } from '../merge-messages.ts';
import { firstMessages } from './first-messages.ts';
import { laterMessages } from './later-messages.ts';

/** Every text of the interface but the drills', as the page has it once all is loaded. Indonesian is the reference: the keys' types come from here. */
export const messages = mergeMessages(firstMessages, laterMessages);

export type Messages = typeof messages;
