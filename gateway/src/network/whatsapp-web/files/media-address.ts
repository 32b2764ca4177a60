/** The host WhatsApp's clients fetch files from where WhatsApp names none. */
export const DEFAULT_MEDIA_HOST = 'mmg.whatsapp.net';

/** Longest path of a file, in characters; WhatsApp's have some 300. */
const PATH_LIMIT = 2048;

const host = /^(?:[a-z0-9-]{1,63}\.){1,8}whatsapp\.net$/;
/** Printable ASCII after one slash: what follows the host cannot become part of it. */
const directPathPattern = /^\/[A-Za-z0-9][\x21-\x5b\x5d-\x7e]*$/;

/** Whether a host is one of those WhatsApp keeps files on. */
export function isMediaHost(name: string): boolean {
	return host.test(name);
}

/**
 * Where a file lies: on one of WhatsApp's hosts, whatever the sender of the message wrote into `directPath`. Null:
 * the path is none that WhatsApp would have given.
 */
export function mediaAddress(hostname: string, directPath: string): { origin: string; path: string } | null {
	if (!isMediaHost(hostname) || directPath.length > PATH_LIMIT || !directPathPattern.test(directPath)) {
		return null;
	}
	const url = URL.parse(directPath, `https://${hostname}`);
	if (url?.host !== hostname || url.protocol !== 'https:') return null;
	return { origin: url.origin, path: url.pathname + url.search };
}
