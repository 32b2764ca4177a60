import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../support/data-folder.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const HTML =
	'<!doctype html><title>Gateway</title><script type="module" src="/assets/main-1a2b.js"></script>';
const SCRIPT = 'console.info("Hello");'.repeat(50);

describe('the page', () => {
	let gateway: TestGateway;
	let folder: string;
	let remove: () => Promise<void>;
	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		await mkdir(path.join(folder, 'assets'));
		await writeFile(path.join(folder, 'index.html'), HTML);
		await writeFile(path.join(folder, 'secret.txt'), 'not to be served');
		const script = path.join(folder, 'assets', 'main-1a2b.js');
		await writeFile(script, SCRIPT);
		await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
		await writeFile(`${script}.gz`, gzipSync(SCRIPT));
		gateway = await startTestGateway({ pageFolder: folder });
	});
	afterAll(async () => {
		await gateway.close();
		await remove();
	});
	const get = (url: string, headers: Record<string, string> = {}) => fetch(gateway.url + url, { headers });
	/** Sends the headers as they are; fetch adds a Cache-Control header that prevents a 304. */
	const statusOf = (url: string, headers: Record<string, string>) =>
		new Promise((resolve) => {
			request(gateway.url + url, { headers }, (answer) => {
				answer.resume();
				resolve(answer.statusCode);
			}).end();
		});

	it('is served without a key and revalidated at each request', async () => {
		const answer = await get('/');
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(answer.headers.get('cache-control')).toBe('no-cache');
		expect(await answer.text()).toBe(HTML);
		expect(await statusOf('/', { 'if-none-match': answer.headers.get('etag') ?? '' })).toBe(304);
	});

	it.each([
		['br', 'br'],
		['gzip', 'gzip'],
		['identity', null],
	])('is served with the encoding that the browser accepts: %s', async (accepted, encoding) => {
		const answer = await get('/assets/main-1a2b.js', { 'accept-encoding': accepted });
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-encoding')).toBe(encoding);
		expect(answer.headers.get('content-type')).toMatch(/javascript/);
		expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
		expect(await answer.text()).toBe(SCRIPT);
	});

	it.each(['/', '/assets/main-1a2b.js'])('forbids frames and resources of other origins: %s', async (url) => {
		const { headers } = await get(url);
		const policy = headers.get('content-security-policy') ?? '';
		for (const rule of [
			"default-src 'self'",
			"frame-ancestors 'none'",
			"object-src 'none'",
			"base-uri 'none'",
		])
			expect(policy).toContain(rule);
		expect(policy).not.toMatch(/unsafe|https?:|\*/);
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
	});

	it.each([
		'/secret.txt',
		'/assets/nothing.js',
		'/assets/..%2fsecret.txt',
		'/assets/%2e%2e%2fsecret.txt',
		'/assets/..%5csecret.txt',
		'/assets/',
	])('answers 404 for other files: %s', async (url) => {
		const answer = await get(url);
		expect(answer.status).toBe(404);
		expect(await answer.text()).not.toContain('not to be served');
	});

	it('forbids frames on the API reference', async () => {
		const answer = await get('/docs/static/index.html');
		expect(answer.status).toBe(200);
		const policy = answer.headers.get('content-security-policy') ?? '';
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).toContain("script-src 'self'");
		expect(policy).not.toMatch(/unsafe-(inline|eval)|https:/);
		expect(answer.headers.get('x-frame-options')).toBe('DENY');
	});

	it('names the build command while the page is not built', async () => {
		await rm(path.join(folder, 'index.html'));
		const answer = await get('/');
		expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
		expect(await answer.text()).toContain('npx gulp dashboard');
		await writeFile(path.join(folder, 'index.html'), HTML);
		expect((await get('/')).status).toBe(200);
	});
});
