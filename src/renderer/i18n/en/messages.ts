import type { Messages } from '../id/messages.ts';
import { mergeMessages } from '../merge-messages.ts';
import { firstMessages } from './first-messages.ts';
import { laterMessages } from './later-messages.ts';

export const messages: Messages = mergeMessages(firstMessages, laterMessages);
