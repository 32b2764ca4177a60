import { describe, expect, it } from '@jest/globals';
import { startTestGateway } from '../support/gateway.ts';
import { selfSigned } from '../support/servers/certificate.ts';
import { listenUrl } from '../../src/config/listen-url.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

describe('the URL of a gateway without a public one', () => {
	it.each([
		['127.0.0.1', 'http://127.0.0.1:8080'],
		['0.0.0.0', 'http://127.0.0.1:8080'],
		['::', 'http://[::1]:8080'],
		['::1', 'http://[::1]:8080'],
		['localhost', 'http://localhost:8080'],
	])('where it listens on %s is %s', (host, url) => {
		expect(listenUrl({ host, tls: null }, 8080)).toBe(url);
	});

	it('reaches a gateway that listens on all addresses', async () => {
		const { folder, remove } = await temporaryFolder();
		const files = {
			GATEWAY_TLS_CERT: path.join(folder, 'cert.pem'),
			GATEWAY_TLS_KEY: path.join(folder, 'key.pem'),
		};
		const { cert, key } = selfSigned();
		await writeFile(files.GATEWAY_TLS_CERT, cert);
		await writeFile(files.GATEWAY_TLS_KEY, key);
		const secure = await startTestGateway({ environment: { GATEWAY_HOST: '0.0.0.0', ...files } });
		expect(secure.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
		await secure.close();
		await remove();

		const behindProxy = { GATEWAY_HOST: '::', GATEWAY_TRUST_PROXY: '10.0.0.0/8' };
		const gateway = await startTestGateway({ environment: behindProxy });
		expect(gateway.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
		expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
		await gateway.close();
	});
});
