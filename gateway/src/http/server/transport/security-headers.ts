import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Lets a page of the gateway load files from the gateway and send requests to it, and nothing else. */
export const CONTENT_SECURITY_POLICY = [
	"default-src 'self'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"media-src 'self' blob:",
	"connect-src 'self'",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join('; ');

/** Headers of every file of the gateway's pages. */
export const PAGE_HEADERS = {
	'Content-Security-Policy': CONTENT_SECURITY_POLICY,
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/** Headers of every answer; pages and files replace some of them by their own. */
export const SECURITY_HEADERS = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Makes browsers use HTTPS for this host for a year. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Sets the headers of every answer, and Strict-Transport-Security on those over HTTPS. */
export const securityHeaders = plugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, reply, done) => {
		void reply.headers(SECURITY_HEADERS);
		if (request.protocol === 'https') reply.header('Strict-Transport-Security', STRICT_TRANSPORT);
		done();
	});
	return Promise.resolve();
});
