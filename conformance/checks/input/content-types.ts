import type { Operation } from '../../document/document.ts';
import { formatExchange } from '../../client/session.ts';
import { canSucceed, createSample } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'content types';
const FOREIGN = [
	'text/plain',
	'text/json',
	'application/xml',
	'application/x-www-form-urlencoded',
	'application/octet-stream',
	'application/jsonp',
	'nonsense',
];
const ACCEPTED = ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'];

/** Checks that a body of another content type, and one that is too large, is rejected. */
export async function checkContentTypes({ session, fixtures, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		if (operation.body === null) {
			if (operation.method !== 'POST') continue;
			await checkTooLarge({ session, fixtures, known, report }, operation);
			const { path = {} } = await createSample(operation, fixtures, known);
			const headers = { 'content-type': 'application/json' };
			const broken = await session.send(operation, { path, raw: '{', headers });
			expectError(report, KIND, 'invalid JSON for an operation without a body', broken, [
				'invalid_parameters',
			]);
			for (const type of FOREIGN) {
				const foreign = await session.send(operation, { path, raw: 'A', headers: { 'content-type': type } });
				expectError(report, KIND, `${type} for an operation without a body`, foreign, [
					'unsupported_media_type',
				]);
			}
			continue;
		}
		const isJson = operation.body.contentType === 'application/json';
		const foreign = [...FOREIGN, isJson ? 'multipart/form-data; boundary=x' : 'application/json'];
		for (const type of foreign) {
			const { path = {} } = await createSample(operation, fixtures, known);
			const call = { path, raw: '{"name":"A"}', headers: { 'content-type': type } };
			const exchange = await session.send(operation, call);
			expectError(report, KIND, type, exchange, ['unsupported_media_type']);
		}
		const { path = {} } = await createSample(operation, fixtures, known);
		const untyped = await session.send(operation, { path, raw: '{"name":"A"}' });
		expectError(report, KIND, 'a body without a content type', untyped, ['unsupported_media_type']);
		if (!isJson) continue;
		await checkTooLarge({ session, fixtures, known, report }, operation);
		for (const type of ACCEPTED) {
			if (!canSucceed(operation)) continue;
			const { body, headers, ...rest } = await createSample(operation, fixtures, known);
			const call = { ...rest, raw: JSON.stringify(body), headers: { ...headers, 'content-type': type } };
			const exchange = await session.send(operation, call);
			report.check(KIND, `${operation.name}: ${type}`, exchange.response.status < 300, () =>
				formatExchange(exchange),
			);
		}
	}
}

/** Checks that an operation without a body limits the size of a body sent to it. */
async function checkTooLarge(
	{ session, fixtures, known, report }: Pick<Context, 'session' | 'fixtures' | 'known' | 'report'>,
	operation: Operation,
): Promise<void> {
	const { path = {} } = await createSample(operation, fixtures, known);
	const raw = JSON.stringify({ surplus: 'x'.repeat(1_100_000) });
	const large = await session.send(operation, { path, raw, headers: { 'content-type': 'application/json' } });
	expectError(report, KIND, 'a body over 1 MiB', large, ['payload_too_large']);
}
