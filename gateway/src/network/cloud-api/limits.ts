import type { Capability } from '../capabilities.ts';

/**
 * What the official API can do of what some networks cannot. Its groups have an invite link and at most eight
 * participants, nobody can be added to one, and so they are left out.
 */
export const CLOUD_API_CAPABILITIES: ReadonlySet<Capability> = new Set(['templates']);
