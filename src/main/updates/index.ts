/**
 * New versions of the program: the signed feed, what is downloaded, and when it is installed (never in the middle of a sale).
 * May use base. Tests: tests/unit/updates.
 */

export { updatesFeature } from './feature.ts';
export { type Installer, type Release } from './feed.ts';
