import type { Capability } from '../capabilities.ts';

/**
 * The capabilities of the official API. Its groups are not supported: they have at most eight participants, who join
 * by an invite link and cannot be added.
 */
export const CLOUD_API_CAPABILITIES: ReadonlySet<Capability> = new Set(['templates']);
