import { beforeAll, describe, expect, it } from '@jest/globals';
import { readDocument, type ApiDocument } from '../../conformance/document/document.ts';
import { parsePage } from './markdown/page.ts';
import { checkBodies } from './rules/bodies.ts';
import { checkErrorTexts } from './rules/error-texts.ts';
import { checkFences } from './rules/fences.ts';
import { checkLinks } from './rules/links.ts';
import { checkCodes, checkVariables } from './rules/names.ts';
import { runPage } from './shell/run-page.ts';

// What would pass unnoticed if a check of the documents checked nothing.

const pageOf = (...lines: string[]) => parsePage('docs/sample.md', ['# Sample', ...lines].join('\n'));
const block = (language: string, ...lines: string[]) => ['', `\`\`\`${language}`, ...lines, '```'];

describe('the checks of documents', () => {
	let document: ApiDocument;
	beforeAll(async () => {
		document = await readDocument();
	});

	it('find blocks without a language, and blocks that do not parse', async () => {
		const page = await pageOf(
			...block(''),
			...block('json', '{"a": }'),
			...block('yaml', 'a: [1'),
			...block('js', 'let = ;'),
		);
		expect(checkFences(page)).toEqual([
			'docs/sample.md:3 names no known language behind its fence: ""',
			expect.stringContaining('docs/sample.md:7 SyntaxError'),
			expect.stringContaining('docs/sample.md:11 Flow sequence'),
			expect.stringContaining('docs/sample.md:15 Expression expected'),
		]);
	});

	it('find bodies that the interface description does not allow', async () => {
		const page = await pageOf(
			'',
			'<!-- request: PATCH /v1/instances/{instanceId} -->',
			...block('json', '{"settings": {"takeover": {"releaseAfter": 30}}}'),
			...block('json', '{"error": {"code": "no_such_code"}}'),
			...block('json', '{"free": true}'),
		);
		expect(checkBodies(page, document)).toEqual([
			expect.stringMatching(/^docs\/sample\.md:5 is not a request of PATCH .*releaseAfter/),
			'docs/sample.md:9 has an unknown code: no_such_code',
			expect.stringContaining('docs/sample.md:13 says not what it is'),
		]);
	});

	it('find links to nothing', async () => {
		const page = await pageOf(
			'',
			'[a](nothing.md) [b](keys.md#nothing) [c](keys.md#scopes) ![d](images/nothing.png)',
		);
		expect(await checkLinks(page)).toEqual([
			'docs/sample.md:3 shows "images/nothing.png", which does not exist',
			'docs/sample.md:3 links to "nothing.md", which does not exist',
			'docs/sample.md:3 links to "keys.md#nothing", which has no such heading',
		]);
	});

	it('find variables, scripts, requests, files and errors that do not exist', async () => {
		const page = await pageOf(
			'GATEWAY_PORTT, GATEWAY_PORT, GATEWAY_API_KEY_FILE',
			'`npm run nothing` `npm run build` `GET /v1/nothing` `GET /v1/health` `docs/nothing.md`',
			'',
			'<!-- errors -->',
			...block(
				'text',
				'GATEWAY_HOST is "…", but there is no host of that name. Set GATEWAY_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
				'No program writes this.',
			),
		);
		expect(checkVariables(page)).toEqual(['docs/sample.md:2 names GATEWAY_PORTT, which no program reads']);
		expect(checkCodes(page, document)).toEqual([
			'docs/sample.md:3 names "npm run nothing", which package.json does not have',
			'docs/sample.md:3 names the request "GET /v1/nothing", which no interface description has',
			'docs/sample.md:3 names the file docs/nothing.md, which does not exist',
		]);
		expect(checkErrorTexts(page)).toEqual([
			'docs/sample.md:9 quotes an error that no program writes: No program writes this.',
		]);
	});

	it('run commands, and report those that fail and answers that differ', async () => {
		const page = await pageOf(
			...block(
				'sh',
				'export NAME=Shop',
				'post() { curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d "$1" $URL/v1/$2; }',
				'post "{\\"name\\": \\"$NAME\\"}" instances',
				'# {"success":true,"data":{"id":"inst_…","nothing":"…",…}}',
				'curl -H "Authorization: Bearer $KEY" $URL/v1/instances/inst_…',
				'# {"success":true,"data":{"id":"inst_…","name":"Shop",…}}',
				'curl $URL/v1/health',
				'npm run nothing',
				'docker compose -f deploy/nothing.yaml up',
				'messaging-gateway keys create --nothing',
				'GATEWAY_PORT=none messaging-gateway',
				'nothing at all',
				'cd nowhere',
				'messaging-gateway keys create --name Docs | grep mgw_',
			),
		);
		expect(await runPage(page)).toEqual([
			expect.stringContaining('docs/sample.md:11 npm run nothing: package.json has no script "nothing"'),
			expect.stringContaining('docs/sample.md:12 docker compose'),
			expect.stringMatching(/^docs\/sample\.md:13 .*nothing/),
			expect.stringContaining('docs/sample.md:14 messaging-gateway: '),
			expect.stringContaining('docs/sample.md:15 nothing at all: is unknown'),
			expect.stringContaining('docs/sample.md:16 cd: nowhere'),
			expect.stringContaining(
				'docs/sample.md:7 shows another answer: the answer.data has no field "nothing"',
			),
			expect.stringContaining('docs/sample.md:10 is answered with 401'),
		]);
	});
});
