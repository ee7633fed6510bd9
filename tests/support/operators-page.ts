import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../scripts/project.ts';

/** What those who run relays are told. */
export const operatorsPage = readFileSync(join(projectDir, 'docs/relay.md'), 'utf8');

/** The content of the fenced block after these words. */
export const blockAfter = (words: string): string =>
  /```\w*\n([\s\S]*?)```/.exec(operatorsPage.slice(operatorsPage.indexOf(words)))?.[1] ?? '';
