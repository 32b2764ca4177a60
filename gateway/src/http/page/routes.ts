import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../domain/error.ts';
import { PAGE_HEADERS } from '../server/transport/security-headers.ts';

/** For files under /assets/, which never change: their names contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For the page itself, which names those files: browsers revalidate it each time. */
const REVALIDATE = 'no-cache';

const NOT_BUILT = `The page of the gateway is not built.

Build it with:      npx gulp dashboard
then reload this page; the gateway does not have to be restarted.

The API works without the page: see /docs.
`;

export interface PageOptions {
	/** Folder of the built page; tests use their own. */
	pageFolder: string;
	/** Path of the public URL; empty: it has none. */
	publicPath: string;
}

const routes = async (app: FastifyInstance, { pageFolder, publicPath }: PageOptions): Promise<void> => {
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

	app.get('/', { config, schema }, (request, reply) => {
		// Relative links of the page need the slash at the end of its path.
		if (publicPath !== '' && request.originalUrl === publicPath) return reply.redirect(`${publicPath}/`, 308);
		reply.header('Cache-Control', REVALIDATE);
		if (existsSync(path.join(pageFolder, 'index.html'))) return reply.sendFile('index.html');
		return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
	});
	app.get<{ Params: { file: string } }>('/assets/:file', { config, schema }, (request, reply) => {
		const file = path.join('assets', path.basename(request.params.file));
		if (!existsSync(path.join(pageFolder, file))) {
			throw new GatewayError('not_found', 'There is no such file; reload the page of the gateway.');
		}
		reply.header('Cache-Control', IMMUTABLE);
		return reply.sendFile(file);
	});
};

/** The gateway's page as static files, public: `/`, and the files of /assets/ that it loads. */
export const pageRoutes = plugin(routes, { name: 'pageRoutes', encapsulate: true });
