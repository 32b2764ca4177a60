import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../domain/error.ts';

/** What a null character in a path becomes: nothing that exists is called so, and every engine can look for it. */
const REPLACEMENT = '\uFFFD';

/**
 * No text of ours holds a null character: PostgreSQL stores none, and no network carries one. In a path it leads
 * nowhere, so that the answer is the one for what does not exist; in a query it is refused, as in a body.
 */
export const nullCharacters = plugin((app: FastifyInstance) => {
	app.addHook('preValidation', (request, _reply, done) => {
		const params = request.params as Record<string, unknown>;
		for (const [name, value] of Object.entries(params)) {
			if (typeof value === 'string') params[name] = value.replaceAll('\0', REPLACEMENT);
		}
		const wrong = Object.entries(request.query as Record<string, unknown>).find(([, value]) =>
			String(value).includes('\0'),
		);
		if (wrong === undefined) {
			done();
			return;
		}
		done(
			new GatewayError('invalid_parameters', `"${wrong[0]}" holds a null character, which no text may have.`),
		);
	});
	return Promise.resolve();
});
