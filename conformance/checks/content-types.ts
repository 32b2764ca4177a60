import type { Operation } from '../document/document.ts';
import { told } from '../exchange/session.ts';
import { sampleOf } from '../world/samples.ts';
import type { Context } from './context.ts';
import { expectRefusal } from './refusal.ts';

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

/** A body that is not what the operation takes is refused, and so is one that is too large. */
export async function checkContentTypes({ session, world, known, report }: Context): Promise<void> {
	for (const operation of session.document.operations) {
		if (operation.body === null) {
			if (operation.method !== 'POST') continue;
			await checkTooLarge({ session, world, known, report }, operation);
			const { path = {} } = await sampleOf(operation, world, known);
			const headers = { 'content-type': 'application/json' };
			const broken = await session.send(operation, { path, raw: '{', headers });
			expectRefusal(report, KIND, 'broken JSON where no body belongs', broken, ['invalid_parameters']);
			continue;
		}
		const isJson = operation.body.contentType === 'application/json';
		const foreign = [...FOREIGN, isJson ? 'multipart/form-data; boundary=x' : 'application/json'];
		for (const type of foreign) {
			const { path = {} } = await sampleOf(operation, world, known);
			const call = { path, raw: '{"name":"A"}', headers: { 'content-type': type } };
			const exchange = await session.send(operation, call);
			expectRefusal(report, KIND, type, exchange, ['unsupported_media_type']);
		}
		const { path = {} } = await sampleOf(operation, world, known);
		const untyped = await session.send(operation, { path, raw: '{"name":"A"}' });
		expectRefusal(report, KIND, 'a body without a type', untyped, ['unsupported_media_type']);
		if (!isJson) continue;
		await checkTooLarge({ session, world, known, report }, operation);
		for (const type of ACCEPTED) {
			const { body, ...rest } = await sampleOf(operation, world, known);
			const call = { ...rest, raw: JSON.stringify(body), headers: { 'content-type': type } };
			const exchange = await session.send(operation, call);
			report.check(KIND, `${operation.name}: ${type}`, exchange.answer.status < 300, () => told(exchange));
		}
	}
}

/** Also an operation that takes no body reads the one it is sent, but not without end. */
async function checkTooLarge(
	{ session, world, known, report }: Pick<Context, 'session' | 'world' | 'known' | 'report'>,
	operation: Operation,
): Promise<void> {
	const { path = {} } = await sampleOf(operation, world, known);
	const raw = JSON.stringify({ surplus: 'x'.repeat(1_100_000) });
	const large = await session.send(operation, { path, raw, headers: { 'content-type': 'application/json' } });
	expectRefusal(report, KIND, 'a body over 1 MiB', large, ['payload_too_large']);
}
