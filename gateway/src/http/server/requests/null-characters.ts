import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../../domain/error.ts';

/** Replaces a null character in a path: no id contains it, and both database engines accept it in a query. */
const REPLACEMENT = '\uFFFD';

/**
 * Keeps null characters out, which PostgreSQL cannot store and no network transmits: a path with one names nothing that
 * exists, and a query with one is refused, as a body is.
 */
export const nullCharacters = plugin((app: FastifyInstance) => {
	app.addHook('preValidation', (request, _reply, done) => {
		const params = request.params as Record<string, unknown>;
		for (const [name, value] of Object.entries(params)) {
			if (typeof value === 'string') params[name] = value.replaceAll('\0', REPLACEMENT);
		}
		const invalid = Object.entries(request.query as Record<string, unknown>).find(([, value]) =>
			String(value).includes('\0'),
		);
		if (invalid === undefined) {
			done();
			return;
		}
		done(new GatewayError('invalid_parameters', `"${invalid[0]}" contains a null character; remove it.`));
	});
	return Promise.resolve();
});
