/** Returns an address that other people wrote if a link may open it; null: it is not an address of the web. */
export function safeLink(address: string | null | undefined): string | null {
	if (address === null || address === undefined || !URL.canParse(address)) return null;
	const { protocol, href } = new URL(address);
	return protocol === 'https:' || protocol === 'http:' ? href : null;
}
