import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../../domain/error.ts';
import { readBody } from './read-body.ts';

/** A lone surrogate or a null character, which JSON text can contain only as an escape. */
const SUSPECT_ESCAPE = /\\u(?:[dD][89a-fA-F]|0000)/;
/** A number that may be Infinity in JavaScript: by its exponent, or by its digits. */
const HUGE_NUMBER = /[eE]\+?\d{3}|(?<!\d)\d{200}/;

/** Most levels of lists and objects in a body, so that code can walk through it. */
const DEPTH_LIMIT = 100;

/**
 * Parses bodies as JSON. An empty body counts as absent, with any content type: many clients send the header with every
 * request, a DELETE included. Refuses values that no response could repeat exactly: broken text, and numbers that
 * overflow.
 */
export const bodyParsing = plugin((app: FastifyInstance) => {
	app.removeAllContentTypeParsers();
	app.addHook('preParsing', (request, _reply, payload, done) => {
		const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = request.headers;
		// Some clients send the header with every request, a GET included.
		const isEmpty = request.headers['transfer-encoding'] === undefined && Number(length) === 0;
		if (isEmpty || encoding.trim().toLowerCase() === 'identity') done(null, payload);
		else done(encoded(encoding));
	});
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser('application/json', (request, payload, done) => {
		readBody(request, payload).then((bytes) => {
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
		}, done);
	});
	return Promise.resolve();
});

function encoded(encoding: string): GatewayError {
	return new GatewayError(
		'unsupported_media_type',
		`The body is encoded as ${JSON.stringify(encoding.slice(0, 50))}. Send it as it is, without Content-Encoding.`,
	);
}

/** Walks without recursion: an attacker's body could exhaust the stack. */
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
		return new GatewayError(
			'invalid_parameters',
			'The body contains half of a character (a lone surrogate).',
		);
	}
	if (typeof value === 'string' && value.includes('\0')) {
		return new GatewayError('invalid_parameters', 'The body contains a null character; remove it.');
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return new GatewayError('invalid_parameters', 'The body contains a number that is too large.');
	}
	if (typeof value !== 'object' || value === null) return null;
	for (const [key, item] of Object.entries(value)) {
		const error = brokenValueIn(key) ?? brokenValueIn(item);
		if (error !== null) return error;
	}
	return null;
}
