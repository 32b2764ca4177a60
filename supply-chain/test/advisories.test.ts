import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { advisoriesIn, judge, type Acceptance, type Severity } from '../judge-advisories.ts';

const run = promisify(execFile);
const SCRIPT = path.join(import.meta.dirname, '../advisories.ts');

let registry: Server | undefined;
afterEach(() => {
	registry?.close();
	registry = undefined;
});

function advisory(id: string, severity: Severity): object {
	const url = `https://github.com/advisories/${id}`;
	return { id: 1, url, title: 'A fault', severity, vulnerable_versions: '>=0', cwe: [], cvss: { score: 7 } };
}

/** Runs the check against a registry that knows these advisories; null: one that has packages only. */
async function checkAgainst(advisories: Record<string, object[]> | null, ...args: string[]) {
	registry = createServer((request, response) => {
		const isAudit = request.method === 'POST' && request.url?.endsWith('/advisories/bulk') === true;
		request.resume();
		response.setHeader('content-type', 'application/json');
		if (isAudit && advisories !== null) response.end(JSON.stringify(advisories));
		else response.writeHead(isAudit ? 405 : 404).end('{}');
	});
	await new Promise<void>((resolve) => registry?.listen(0, '127.0.0.1', resolve));
	const { port } = registry.address() as AddressInfo;
	const env = {
		...process.env,
		npm_config_registry: `http://127.0.0.1:${port}/`,
		npm_config_fetch_retries: '0',
	};
	return run(process.execPath, [SCRIPT, ...args], { env }).then(
		({ stdout }) => ({ code: 0, stdout }),
		(error: unknown) => error as { code: number; stdout: string },
	);
}

describe('npm run advisories', () => {
	it('fails on an advisory of a package that runs in production', async () => {
		const { code, stdout } = await checkAgainst({ fastify: [advisory('GHSA-aaaa-bbbb-cccc', 'high')] });
		expect(code).toBe(1);
		expect(stdout).toContain('high  fastify  GHSA-aaaa-bbbb-cccc  A fault');
	});

	it('fails on one of a package that the page contains', async () => {
		const { code } = await checkAgainst({ preact: [advisory('GHSA-aaaa-bbbb-cccc', 'moderate')] });
		expect(code).toBe(1);
	});

	it('passes on one of a package that only tests, and prints it', async () => {
		const { code, stdout } = await checkAgainst({ jest: [advisory('GHSA-dddd-eeee-ffff', 'critical')] });
		expect(code).toBe(0);
		expect(stdout).toContain('GHSA-dddd-eeee-ffff');
	});

	it('says so where the registry offers no advisories, and passes unless they are required', async () => {
		const { code, stdout } = await checkAgainst(null);
		expect({ code, stdout: stdout.split('\n')[0] }).toEqual({
			code: 0,
			stdout: 'The registry offers no advisories.',
		});
		expect(stdout).not.toContain('127.0.0.1');
		registry?.close();
		expect((await checkAgainst(null, '--required')).code).toBe(1);
	});
});

describe('an accepted advisory', () => {
	const report = {
		vulnerabilities: {
			pg: {
				via: [
					{ name: 'pg', title: 'A fault', url: 'https://x/GHSA-aaaa-bbbb-cccc', severity: 'high' as const },
				],
				nodes: ['node_modules/pg'],
			},
		},
	};
	const found = advisoriesIn(report, new Set(['node_modules/pg']));
	const acceptance: Acceptance = {
		id: 'GHSA-aaaa-bbbb-cccc',
		package: 'pg',
		reason: 'The affected function is not called.',
		until: '2026-11-30',
	};

	it('counts to its last day', () => {
		expect(judge(found, [acceptance], '2026-11-30')).toMatchObject({ accepted: found, failing: [] });
		expect(judge(found, [acceptance], '2026-12-01')).toMatchObject({ accepted: [], failing: found });
	});

	it('counts for its own package, and is reported where it accepts nothing', () => {
		const other = { ...acceptance, package: 'fastify' };
		expect(judge(found, [other], '2026-11-01')).toMatchObject({ failing: found, unused: [other] });
	});
});
