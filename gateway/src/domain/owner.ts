import type { KeyId } from './ids.ts';

/** Who signs in to the gateway's page: there is one, and it may do everything. */
export const OWNER = 'owner';

/** Who acts: a key, or the owner. Kept with what was done. */
export type ActorName = KeyId | typeof OWNER;
