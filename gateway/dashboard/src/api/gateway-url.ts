/** The folder that the page was loaded from: `/`, or a path behind a proxy. */
const ROOT = new URL('./', location.origin + location.pathname);

/** The address of the gateway, without a slash at its end. */
export const GATEWAY_URL = ROOT.href.slice(0, -1);

/** Names what this page stores: other gateways may be below other paths of the same host. */
export const STORAGE_PREFIX = `mgw${ROOT.pathname.slice(0, -1)}.`;

/** Returns the URL of a path of the gateway, such as `/v1/instances`. */
export function gatewayUrl(path: string): string {
	return GATEWAY_URL + path;
}
