/** Meta serves files from hosts below these domains, currently from `lookaside.fbsbx.com`. */
const META_DOMAINS = ['facebook.com', 'fbcdn.net', 'fbsbx.com', 'whatsapp.net'];

/**
 * Parses the URL of a file. Returns null if a request to it must not contain the access token: it must have the origin
 * of the Graph API, or be an HTTPS URL below the Graph API's host or one of Meta's domains.
 */
export function trustedFileUrl(text: string, graph: URL): URL | null {
	const url = URL.parse(text);
	if (url === null || url.username !== '' || url.password !== '') return null;
	if (url.origin === graph.origin) return url;
	if (url.protocol !== 'https:' || url.port !== '') return null;
	const isBelow = (domain: string): boolean => url.hostname.endsWith(`.${domain}`);
	const isMeta = META_DOMAINS.some((domain) => url.hostname === domain || isBelow(domain));
	return isMeta || isBelow(graph.hostname) ? url : null;
}
