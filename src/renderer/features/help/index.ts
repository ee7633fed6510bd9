/**
 * The shop's guide, inside the program: docs/panduan-pemilik.md and docs/owner.md as they are built in, opened at the section of the
 * place on screen. Tests: tests/unit/renderer/features/help.
 */

export { HelpDialog } from './HelpDialog.tsx';
