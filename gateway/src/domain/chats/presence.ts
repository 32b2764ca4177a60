/** The state of a person in a chat, or whether they are online. */
export const PRESENCE_STATES = ['online', 'offline', 'typing', 'recording', 'paused'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];
