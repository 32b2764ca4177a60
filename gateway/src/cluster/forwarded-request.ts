import { createHash, createHmac } from 'node:crypto';
import { constantTimeEqual } from '../lib/crypto/constant-time.ts';

/** The header of a request that a gateway forwards to the holder of an instance's lease. */
export const FORWARDED_HEADER = 'x-gateway-forwarded';
/** Maximum difference in milliseconds between the clocks of two gateways, and maximum age of a forwarded request. */
const FRESH = 60_000;
/** Headers of a request that are forwarded; the signature covers them. */
export const FORWARDED_REQUEST_HEADERS = [
	'authorization',
	'cookie',
	'x-csrf-token',
	'content-type',
	'idempotency-key',
	'accept',
] as const;

/** The properties of a client that the second gateway cannot read from the forwarded request itself. */
export interface Forwarded {
	requestId: string;
	/** The address of the client. */
	address: string;
	/** Epoch milliseconds. */
	at: number;
	/** Makes the request unique, so that it is handled once. */
	nonce: string;
	/** The gateway that has to handle it. */
	target: string;
	/** SHA-256 of the body, and its length in bytes. */
	bodyHash: string;
	bodyLength: number;
	/** Absent: a gateway of an earlier version forwards it. */
	client?: ForwardedClient;
}

/** The properties of a client, besides its address, that the session of a person depends on. */
export interface ForwardedClient {
	/** The scheme by which the client reached that gateway; the name of the session's cookie depends on it. */
	protocol: string;
	host: string;
	/** The name that the sign-in proxy gives to the person; null: it names nobody, or there is none. */
	proxyUser: string | null;
}

/** The parts of a request that the signature covers besides `Forwarded`. */
export interface ForwardedRequest {
	method: string;
	url: string;
	headers: Readonly<Record<string, unknown>>;
}

/** Returns the header's value for a gateway with this secret. */
export function signForwarded(secret: string, request: ForwardedRequest, forwarded: Forwarded): string {
	const content = Buffer.from(JSON.stringify(forwarded)).toString('base64url');
	return `${content}.${signatureOf(secret, request, content)}`;
}

/** Reads the headers of requests that other gateways forward to this one. */
export type ReadForwarded = (request: ForwardedRequest, header: string, now: number) => Forwarded | null;

/** Most requests that are remembered; as many arrive in no two minutes. */
const REMEMBERED_LIMIT = 1_000_000;

/**
 * Returns a function that reads the content of the header; null: it was not signed for this gateway and this request,
 * is too old, or was read before.
 */
export function createForwardedReader(own: { id: string; secret: string }): ReadForwarded {
	/** When each nonce may be forgotten, oldest first. */
	const seen = new Map<string, number>();

	function isNew(nonce: string, now: number): boolean {
		for (const [old, end] of seen) {
			if (end > now) break;
			seen.delete(old);
		}
		if (seen.has(nonce) || seen.size >= REMEMBERED_LIMIT) return false;
		// A request may be dated up to FRESH in the future, and is fresh for as long after that.
		seen.set(nonce, now + 2 * FRESH);
		return true;
	}

	return (request, header, now) => {
		const [content = '', signature = ''] = header.split('.');
		if (!constantTimeEqual(signature, signatureOf(own.secret, request, content))) return null;
		const forwarded = JSON.parse(Buffer.from(content, 'base64url').toString()) as Forwarded;
		const isFresh = Math.abs(now - forwarded.at) <= FRESH;
		if (!isFresh || forwarded.target !== own.id || !isNew(forwarded.nonce, now)) return null;
		return forwarded;
	};
}

/** The digest of a body as `Forwarded` has it. */
export function bodyHashOf(body: Uint8Array): string {
	return createHash('sha256').update(body).digest('base64url');
}

function signatureOf(secret: string, { method, url, headers }: ForwardedRequest, content: string): string {
	const values = FORWARDED_REQUEST_HEADERS.map((name) => headers[name] ?? null);
	const signed = JSON.stringify([method, url, values, content]);
	return createHmac('sha256', secret).update(signed).digest('base64url');
}
