import { parseByteRange, type ByteRange } from '../../media/byte-range.ts';

/** The headers of a request that make its response depend on the entity tag of a file. */
export interface ConditionalHeaders {
	'if-match'?: string;
	'if-none-match'?: string;
	'if-range'?: string;
	range?: string;
}

/** What to answer with: the file or a part of it, no content because the client has the file, or a refusal. */
export type Selection = { send: 'file'; range: ByteRange | null } | { send: 'nothing' } | { send: 'refusal' };

/** Evaluates the conditions on a file in the order of RFC 9110, section 13.2.2. `method` is GET or HEAD. */
export function evaluatePreconditions(method: string, headers: ConditionalHeaders, etag: string): Selection {
	const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = headers;
	if (ifMatch !== undefined && !isListed(etag, ifMatch, false)) return { send: 'refusal' };
	if (ifNoneMatch !== undefined && isListed(etag, ifNoneMatch, true)) return { send: 'nothing' };
	// A date in If-Range never matches: files have no date of change.
	const isWhole = method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== etag);
	return { send: 'file', range: isWhole ? null : parseByteRange(range) };
}

/** Whether a list of entity tags has this one, or is `*`. Weak tags match where `weakly`. */
function isListed(etag: string, list: string, weakly: boolean): boolean {
	if (list.trim() === '*') return true;
	const tags: readonly string[] = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
	return tags.includes(etag) || (weakly && tags.includes(`W/${etag}`));
}
