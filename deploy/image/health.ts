// The health check of the image: exits with 0 when the gateway of this container is ready, and with 1 otherwise.
import http from 'node:http';
import https from 'node:https';

const { GATEWAY_HOST = '', GATEWAY_PORT = '', GATEWAY_TLS_CERT = '' } = process.env;
const LISTENS_EVERYWHERE = ['', '0.0.0.0', '::'];
const TIMEOUT = 4000;

const { get } = GATEWAY_TLS_CERT === '' ? http : https;
const request = get(
	{
		host: LISTENS_EVERYWHERE.includes(GATEWAY_HOST) ? '127.0.0.1' : GATEWAY_HOST,
		port: GATEWAY_PORT || '8080',
		path: '/readyz',
		timeout: TIMEOUT,
		// The certificate names the gateway as its clients do. Nothing secret is sent here.
		rejectUnauthorized: false,
	},
	(response) => {
		process.exitCode = response.statusCode === 200 ? 0 : 1;
		// Docker keeps what is printed; the body has the reason.
		response.pipe(process.stdout);
	},
);
request.once('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT} ms`)));
request.once('error', ({ message }) => {
	process.stdout.write(`${message}\n`);
	process.exitCode = 1;
});
