/**
 * The path of GATEWAY_PUBLIC_URL, such as `/gateway`; empty: the gateway has a host name of its own, or no public URL.
 */
export function publicPathOf(publicUrl: string | null): string {
	return publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/**
 * The URL of a request without the public path. A proxy may leave the path in the URL or take it out, and programs on
 * this machine do not know of it.
 */
export function withoutPublicPath(url: string, publicPath: string): string {
	if (publicPath === '' || !url.startsWith(publicPath)) return url;
	const rest = url.slice(publicPath.length);
	if (rest.startsWith('/')) return rest;
	return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}
