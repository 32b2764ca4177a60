import { ERROR_HINTS } from '../../../gateway/src/http/server/errors/error-hints.ts';
import type { Entry, Group } from '../contents.ts';
import type { Page } from '../stage.ts';
import { block, code, paragraphs, plain, table } from './markdown.ts';
import { anchorOf, operationSection, titleOf } from './operation.ts';
import { operationsOf, readDocument, type Document } from './openapi.ts';
import { fieldTable } from './fields.ts';
import { repositoryLink } from '../repository.ts';
import { sampleBody } from './samples.ts';

type Reference = { group: Group; pages: Page[] };

/** Returns the pages of the API reference: an overview, one page for each resource, the events and the errors. */
export function referencePages(): Reference {
	const document = readDocument('openapi.json');
	const simulator = readDocument('openapi-simulator.json');
	const resources = [
		...document.tags.map((tag) => resourcePage(document, tag)),
		...simulator.tags.map((tag) => resourcePage(simulator, tag)),
	].filter((page) => page !== undefined);
	const events = generated('Events', 'Every event that webhooks receive.', 'events', eventsPage(document));
	const errors = generated(
		'Errors',
		'Every error code, with what to do next.',
		'errors',
		errorsPage(document),
	);
	const others = [...resources, events, errors];
	const overview = generated(
		'Overview',
		'How requests and answers look; a list of all requests.',
		'index',
		overviewPage(document, simulator, others),
	);
	const all = [overview, ...others];
	return {
		group: { title: 'API reference', entries: all.map(({ entry }) => entry) },
		pages: all.map(({ page }) => page),
	};
}

type Generated = { entry: Entry; page: Page };

function generated(title: string, summary: string, name: string, markdown: string): Generated {
	const page = `api/${name}.md`;
	return { entry: { title, summary, file: page, page }, page: { file: undefined, page, markdown } };
}

function resourcePage(document: Document, tag: Document['tags'][number]): Generated | undefined {
	const operations = operationsOf(document, tag.name);
	if (operations.length === 0) return undefined;
	const summary = tag.description.replace(' (an addition)', '');
	const markdown = paragraphs(
		`# ${tag.name}`,
		summary,
		table(
			['Request', 'What it does'],
			operations.map(({ method, path, operation }) => [
				`[${code(`${method} ${path}`)}](${anchorOf(operation)})`,
				operation.summary,
			]),
		),
		'`$URL` is the address of the gateway and `$KEY` an API key: see the [overview](/api/index.md).',
		...operations.map((operation) => operationSection(document, operation)),
	);
	return generated(tag.name, summary, tag.name.toLowerCase(), markdown);
}

function overviewPage(document: Document, simulator: Document, pages: Generated[]): string {
	return paragraphs(
		'# API reference',
		`The interface of the gateway, version ${document.info.version}. This reference is made from the [OpenAPI 3.1 document](${repositoryLink('gateway/openapi.json')}), which every gateway serves at \`/openapi.json\`; it shows the same at \`/docs\`. [The interface by example](/docs/interface.md) explains how requests work together.`,
		'## Requests',
		'Send JSON, and the key in a header. The examples contain two variables:',
		block(
			'sh',
			'export URL=http://127.0.0.1:8080   # the address of the gateway\nexport KEY=mgw_…                    # an API key',
		),
		block('sh', 'curl -H "Authorization: Bearer $KEY" $URL/v1/health'),
		'[API keys](/docs/keys.md) lists what each scope allows. For a key that is limited to instances, others do not exist. Requests are counted in [rate classes](/docs/operations.md): `X-RateLimit-Remaining` of each answer says how many are left.',
		'## Answers',
		'A success contains `success` and `data`, or the fields of the request. An error contains its `code`, a sentence that says what is wrong, a `hint` that says what to do next, and the `requestId` of the log:',
		block(
			'json',
			JSON.stringify(
				{
					error: {
						code: 'invalid_phone_number',
						message: '"to" must be a phone number with its country code, digits only.',
						requestId: 'req_01k9z5q7v8w9x0y1z2a3b4c5d6',
						hint: ERROR_HINTS.invalid_phone_number,
					},
				},
				null,
				2,
			),
		),
		'[Errors](/api/errors.md) lists all codes.',
		'## All requests',
		...pages.map(({ entry }) => {
			const operations = [...operationsOf(document, entry.title), ...operationsOf(simulator, entry.title)];
			if (operations.length === 0) return '';
			return paragraphs(
				`### ${entry.title}`,
				table(
					['Request', 'What it does'],
					operations.map(({ method, path, operation }) => [
						`[${code(`${method} ${path}`)}](/${entry.page}${anchorOf(operation)})`,
						titleOf(operation),
					]),
				),
			).trimEnd();
		}),
	);
}

function eventsPage(document: Document): string {
	const events = Object.entries(document.webhooks ?? {});
	return paragraphs(
		'# Events',
		'A webhook receives each event as a POST with this JSON body. [Webhooks](/docs/webhooks.md) describes signatures, retries, order and filters.',
		...events.flatMap(([kind, { post }]) => {
			const schema = post.requestBody?.content['application/json']?.schema;
			if (schema === undefined) return [];
			return [
				`## ${kind}`,
				plain(post.description ?? ''),
				block('json', JSON.stringify(sampleBody(document, schema, 'response'), null, 2)),
				fieldTable(document, schema),
			];
		}),
	);
}

function errorsPage(document: Document): string {
	const codes = document.components.schemas.ErrorCode?.enum ?? [];
	const hints: Readonly<Record<string, string | undefined>> = ERROR_HINTS;
	return paragraphs(
		'# Errors',
		'Every error has a `code`. Its `hint` says what to do next, and is the same for every error with the code; its `message` says what is wrong in this case. [Troubleshooting](/docs/troubleshooting.md) starts from what you see.',
		...codes.flatMap((name) => [`## ${String(name)}`, plain(hints[String(name)] ?? '')]),
	);
}
