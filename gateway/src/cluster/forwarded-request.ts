import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '../lib/constant-time.ts';

/** The header by which one gateway passes a request on to the one that drives the instance. */
export const FORWARDED_HEADER = 'x-gateway-forwarded';
/** How long a passed-on request may take to arrive, clocks that differ included, in milliseconds. */
const FRESH = 60_000;

/** What the first gateway knows of a request and the second could not see. */
export interface Forwarded {
	requestId: string;
	/** Where the client is. */
	address: string;
	/** Epoch milliseconds. */
	at: number;
}

interface RequestLine {
	method: string;
	url: string;
}

/** The header's value, for a gateway with this secret and a request to this path. */
export function signForwarded(secret: string, line: RequestLine, forwarded: Forwarded): string {
	const content = Buffer.from(JSON.stringify(forwarded)).toString('base64url');
	return `${content}.${signatureOf(secret, line, content)}`;
}

/** What a header says, or null when another gateway on the same database did not sign it just now. */
export function readForwarded(
	secret: string,
	line: RequestLine,
	header: string,
	now: number,
): Forwarded | null {
	const [content = '', signature = ''] = header.split('.');
	if (!constantTimeEqual(signature, signatureOf(secret, line, content))) return null;
	const forwarded = JSON.parse(Buffer.from(content, 'base64url').toString()) as Forwarded;
	return Math.abs(now - forwarded.at) <= FRESH ? forwarded : null;
}

function signatureOf(secret: string, { method, url }: RequestLine, content: string): string {
	return createHmac('sha256', secret).update(`${method} ${url}\n${content}`).digest('base64url');
}
