/**
 * Addresses that mean "all addresses of the machine", and for each the address by which the machine itself connects.
 */
const DESTINATIONS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL by which programs on this machine reach a gateway that listens on an address and a port. */
export function listenUrl({ host, tls }: { host: string; tls: object | null }, port: number): string {
	const name = DESTINATIONS[host] ?? host;
	return `${tls === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
