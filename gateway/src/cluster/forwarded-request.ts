import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '../lib/constant-time.ts';

/** The header of a request that a gateway forwards to the holder of an instance's lease. */
export const FORWARDED_HEADER = 'x-gateway-forwarded';
/** Maximum age of a forwarded request in milliseconds, including the difference between clocks. */
const FRESH = 60_000;

/** What the second gateway cannot read from a forwarded request itself. */
export interface Forwarded {
	requestId: string;
	/** The address of the client. */
	address: string;
	/** Epoch milliseconds. */
	at: number;
}

interface RequestLine {
	method: string;
	url: string;
}

/** Returns the header's value for a gateway with this secret and a request to this path. */
export function signForwarded(secret: string, line: RequestLine, forwarded: Forwarded): string {
	const content = Buffer.from(JSON.stringify(forwarded)).toString('base64url');
	return `${content}.${signatureOf(secret, line, content)}`;
}

/** Returns the content of the header; null: its signature is wrong, or it is too old. */
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
