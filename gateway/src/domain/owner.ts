import type { KeyId } from './ids.ts';

/** The one account that signs in to the dashboard; it has full access. */
export const OWNER = 'owner';

/** Who makes a request: an API key, or the owner. */
export type ActorName = KeyId | typeof OWNER;
