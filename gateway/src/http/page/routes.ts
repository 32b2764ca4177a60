import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../domain/error.ts';
import { PACKAGE_FOLDER } from '../../runtime/package-folder.ts';
import { PAGE_HEADERS } from '../server/security-headers.ts';

/** Files under /assets/ have a hash of their content in their names, so that they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The page itself names those files: it is asked for anew, and sent only where it is another one. */
const ASK_AGAIN = 'no-cache';

const NOT_BUILT = `The page of the gateway is not built.

Build it with:      npx gulp dashboard
and look here again: the gateway need not be started anew.

The API works without it: /docs describes it.
`;

/** What the page is made of, and where a test has its own. */
export interface PageOptions {
	/** Where the built page lies. */
	pageFolder: string;
}

/** Where the build puts the page. */
export const PAGE_FOLDER = path.join(PACKAGE_FOLDER, 'dashboard/dist');

const routes = async (app: FastifyInstance, { pageFolder }: PageOptions): Promise<void> => {
	await app.register(fastifyStatic, {
		root: pageFolder,
		serve: false,
		preCompressed: true,
		cacheControl: false,
		dotfiles: 'deny',
		suppressWarning: true,
	});
	const config = { access: 'public', rateLimitExempt: true } as const;
	const schema = { hide: true };
	app.addHook('onRequest', (_request, reply, done) => {
		void reply.headers(PAGE_HEADERS);
		done();
	});

	app.get('/', { config, schema }, (_request, reply) => {
		reply.header('Cache-Control', ASK_AGAIN);
		if (existsSync(path.join(pageFolder, 'index.html'))) return reply.sendFile('index.html');
		return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
	});
	app.get<{ Params: { file: string } }>('/assets/:file', { config, schema }, (request, reply) => {
		const file = path.join('assets', path.basename(request.params.file));
		if (!existsSync(path.join(pageFolder, file))) {
			throw new GatewayError('not_found', 'There is no such file; load the page of the gateway anew.');
		}
		reply.header('Cache-Control', FOR_EVER);
		return reply.sendFile(file);
	});
};

/** The gateway's page, as static files: `/` and what it loads from /assets/. Nothing in them is secret. */
export const pageRoutes = plugin(routes, { name: 'pageRoutes', encapsulate: true });
