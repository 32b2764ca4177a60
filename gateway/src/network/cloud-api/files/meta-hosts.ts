/** Where Meta serves files: the addresses it names are below one of these, today `lookaside.fbsbx.com`. */
const DOMAINS = ['facebook.com', 'fbcdn.net', 'fbsbx.com', 'whatsapp.net'];

/**
 * The address of a file, where a request for it may carry the access token; null for any other. It has to be at
 * the Graph API's own origin, or below its host or one of Meta's domains by HTTPS: the token goes to nobody else, whatever an answer names.
 */
export function addressOfFile(text: string, graph: URL): URL | null {
	const url = URL.parse(text);
	if (url === null || url.username !== '' || url.password !== '') return null;
	if (url.origin === graph.origin) return url;
	if (url.protocol !== 'https:' || url.port !== '') return null;
	const isBelow = (domain: string): boolean => url.hostname.endsWith(`.${domain}`);
	const isMeta = DOMAINS.some((domain) => url.hostname === domain || isBelow(domain));
	return isMeta || isBelow(graph.hostname) ? url : null;
}
