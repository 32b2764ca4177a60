const INBOX_KEY = /^[\w-]+\.inbox\./;

/**
 * Whether a driver stores under this key of the session what its network has delivered and the gateway has not recorded
 * yet. The network does not deliver it again, so it outlives the device or account that received it.
 */
export function isInboxKey(key: string): boolean {
	return INBOX_KEY.test(key);
}
