import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Agent } from 'undici';
import { parseAllowedTarget } from '../../../src/lib/guarded-http/allowed-target.ts';
import { createGuardedAgent } from '../../../src/lib/guarded-http/agent.ts';
import { requestFollowingRedirects } from '../../../src/lib/guarded-http/follow-redirects.ts';
import type { Guard } from '../../../src/lib/guarded-http/target.ts';
import { file, redirect, startFileServer, type FileServer } from '../../support/servers/file-server.ts';

const LOOPBACK_ALLOWED: Guard = { allowed: [parseAllowedTarget('127.0.0.0/8')] };
const PUBLIC = '93.184.215.14';

describe('requestFollowingRedirects', () => {
	let server: FileServer;
	let agent: Agent;

	beforeEach(async () => {
		server = await startFileServer();
		agent = createGuardedAgent(LOOPBACK_ALLOWED);
	});
	afterEach(async () => {
		await agent.close();
		await server.close();
	});

	const get = (url: string) =>
		requestFollowingRedirects({ agent, guard: LOOPBACK_ALLOWED }, url, {
			method: 'GET',
			signal: AbortSignal.timeout(60_000),
		});

	it.each([301, 302, 303, 307, 308])('follows a redirect with status %i', async (status) => {
		server.serve('/file', file(Buffer.from('it'), 'text/plain'));
		const response = await get(server.serve('/start', redirect('/file', status)));
		expect(await response.body.text()).toBe('it');
	});

	it('follows three redirects and no more', async () => {
		server.serve('/3', file(Buffer.from('it'), 'text/plain'));
		server.serve('/2', redirect('/3'));
		server.serve('/1', redirect('/2'));
		const three = server.serve('/0', redirect('/1'));
		expect((await get(three)).statusCode).toBe(200);
		const four = server.serve('/start', redirect('/0'));
		await expect(get(four)).rejects.toMatchObject({ name: 'TooManyRedirects' });
	});

	it.each([
		['http://10.0.0.1/', 'not_public'],
		['https://169.254.169.254/latest/meta-data', 'not_public'],
		['https://[::ffff:10.0.0.1]/', 'not_public'],
		['https://0xa9fea9fe/', 'not_public'],
		['//192.168.0.1/', 'not_public'],
		[`http://${PUBLIC}/`, 'not_https'],
		['file:///etc/passwd', 'not_https'],
		['https://me:secret@example.com/', 'with_credentials'],
	])('rejects a redirect to %s', async (location, fault) => {
		const url = server.serve('/start', redirect(location));
		await expect(get(url)).rejects.toMatchObject({ name: 'RefusedUrl', fault });
	});

	it('does not apply to agent.request, which deliveries use', async () => {
		server.serve('/file', file(Buffer.from('it'), 'text/plain'));
		const { origin } = new URL(server.serve('/start', redirect('/file', 307)));
		const { statusCode } = await agent.request({ origin, path: '/start', method: 'POST', body: '{}' });
		expect(statusCode).toBe(307);
		expect(server.asked('/file')).toEqual([]);
	});
});
