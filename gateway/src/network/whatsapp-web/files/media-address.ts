/** The media host that WhatsApp's clients use by default. */
export const DEFAULT_MEDIA_HOST = 'mmg.whatsapp.net';

/** Longest path of a file, in characters; WhatsApp's have about 300. */
const PATH_LIMIT = 2048;

const HOST = /^(?:[a-z0-9-]{1,63}\.){1,8}whatsapp\.net$/;
/** One slash, then printable ASCII without backslashes: the path cannot become part of the host. */
const DIRECT_PATH = /^\/[A-Za-z0-9][\x21-\x5b\x5d-\x7e]*$/;

/** Whether a host belongs to WhatsApp. */
export function isMediaHost(hostname: string): boolean {
	return HOST.test(hostname);
}

/**
 * The address of a file on a host of WhatsApp. The sender of a message controls `directPath`; null: the path is
 * invalid or would lead to another host.
 */
export function mediaAddress(hostname: string, directPath: string): { origin: string; path: string } | null {
	if (!isMediaHost(hostname) || directPath.length > PATH_LIMIT || !DIRECT_PATH.test(directPath)) {
		return null;
	}
	const url = URL.parse(directPath, `https://${hostname}`);
	if (url?.host !== hostname || url.protocol !== 'https:') return null;
	return { origin: url.origin, path: url.pathname + url.search };
}
