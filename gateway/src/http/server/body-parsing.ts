import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../domain/error.ts';

/** Half of a pair of surrogates, or a null character, written as an escape: JSON can hold them only so. */
const SUSPECT_ESCAPE = /\\u(?:[dD][89a-fA-F]|0000)/;
/** A number so large that it may not be one in JavaScript: by its exponent, or by its digits. */
const HUGE_NUMBER = /[eE]\+?\d{3}|(?<!\d)\d{200}/;

/** Lists and objects within each other, at most: what walks through a body must come to its end. */
const DEPTH_LIMIT = 100;

/**
 * Bodies are JSON and nothing else. An empty one is none, whatever its content type says: many clients send the
 * header with every request, a DELETE included. What could not be given back as it came, broken text or a number
 * beyond all bounds, is refused.
 */
export const bodyParsing = plugin((app: FastifyInstance) => {
	app.removeAllContentTypeParsers();
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
		if (bytes.length === 0) {
			done(null, undefined);
			return;
		}
		if (!isUtf8(bytes)) {
			done(new GatewayError('invalid_parameters', 'The body is not UTF-8 text.'), undefined);
			return;
		}
		const text = bytes.toString();
		void parseJson(request, text, (error, body) => {
			if (error === null && text.length > DEPTH_LIMIT && isDeeperThan(DEPTH_LIMIT, body)) {
				done(new GatewayError('invalid_parameters', 'The body is nested too deeply.'), undefined);
				return;
			}
			const suspect = SUSPECT_ESCAPE.test(text) || HUGE_NUMBER.test(text);
			done(error ?? (suspect ? brokenValueIn(body) : null), body);
		});
	});
	return Promise.resolve();
});

/** Walks without recursion, which a body made for that could exhaust. */
function isDeeperThan(limit: number, body: unknown): boolean {
	let level: unknown[] = [body];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > limit) return true;
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
		);
	}
	return false;
}

function brokenValueIn(value: unknown): GatewayError | null {
	if (typeof value === 'string' && !value.isWellFormed()) {
		return new GatewayError('invalid_parameters', 'The body holds half of a character (a lone surrogate).');
	}
	if (typeof value === 'string' && value.includes('\0')) {
		return new GatewayError('invalid_parameters', 'The body holds a null character, which no text may have.');
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return new GatewayError('invalid_parameters', 'The body holds a number that is too large.');
	}
	if (typeof value !== 'object' || value === null) return null;
	for (const [key, inside] of Object.entries(value)) {
		const found = brokenValueIn(key) ?? brokenValueIn(inside);
		if (found !== null) return found;
	}
	return null;
}
