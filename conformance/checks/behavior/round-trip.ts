import { isDeepStrictEqual } from 'node:util';
import { readJsonBodies, readNaughtyStrings } from '../../corpora/corpora.ts';
import { at, isRecord, textAt } from '../../document/schema.ts';
import { formatExchange, type Exchange } from '../../client/session.ts';
import { isDeliveryOf } from '../../server/receiver.ts';
import { PHONE } from '../../fixtures/fixtures.ts';
import type { Context } from '../context.ts';

const KIND = 'read back';

/** Checks that accepted names, texts and metadata are returned unchanged wherever they can be read. */
export async function checkRoundTrip(context: Context): Promise<void> {
	const strings = [...new Set([...(await readNaughtyStrings()), ...(await stringsOfJsonBodies())])];
	await checkNames(context, strings);
	await checkMessages(context, strings);
	await checkNumbers(context);
}

/** Returns the strings in the valid bodies of the JSON corpus. */
async function stringsOfJsonBodies(): Promise<string[]> {
	const bodies = (await readJsonBodies()).filter(({ expect }) => expect === 'y');
	return bodies.flatMap(({ bytes }) => {
		const value: unknown = JSON.parse(bytes.toString());
		const inside = Array.isArray(value) ? (value as unknown[]) : Object.values(isRecord(value) ? value : {});
		return inside.filter((item) => typeof item === 'string');
	});
}

async function checkNames(
	{ session, fixtures, known, report }: Context,
	strings: readonly string[],
): Promise<void> {
	const webhookId = await fixtures.newWebhook();
	const instanceId = String(known.instanceId);
	for (const name of strings) {
		const places = [
			['PATCH /v1/instances/{}', 'GET /v1/instances/{}', { instanceId }],
			['PUT /v1/webhooks/{}', 'GET /v1/webhooks/{}', { webhookId }],
		] as const;
		for (const [write, read, path] of places) {
			const written = await session.send(write, { path, body: { name } });
			if (written.response.status >= 300) continue;
			const again = await session.send(read, { path });
			expectSame(report, written, at(written.response.json, 'data.name'), name);
			expectSame(report, again, at(again.response.json, 'data.name'), name);
		}
	}
}

/** Checks the text and metadata of messages in their events, and the text in the history. */
async function checkMessages(
	{ session, fixtures, report }: Context,
	strings: readonly string[],
): Promise<void> {
	const { receiver } = fixtures;
	const created = await session.send('POST /v1/instances', {
		body: { name: 'Read back', webhookUrl: `${receiver.url}/read-back` },
	});
	const instanceId = textAt(created.response.json, 'data.id');
	const path = { instanceId };
	await session.send('POST /v1/instances/{}/connect', { path, body: { method: 'qrcode' } });
	await session.send('POST /simulator/v1/instances/{}/scan', { path });
	const sent = new Map<string, { exchange: Exchange; text: string; metadata: unknown }>();
	for (const text of strings) {
		const metadata = { text, [text === '__proto__' ? 'key' : text]: [text] };
		const exchange = await session.send('POST /v1/messages/send', {
			body: { instanceId, to: PHONE, message: text, metadata },
		});
		if (exchange.response.status >= 300) continue;
		sent.set(textAt(exchange.response.json, 'messageId'), { exchange, text, metadata });
	}
	for (const [messageId, { exchange, text, metadata }] of sent) {
		const delivery = await receiver.find(`message.sent of ${messageId}`, (one) => {
			return (
				isDeliveryOf(one, 'message.sent', instanceId) && at(one.envelope, 'data.messageId') === messageId
			);
		});
		expectSame(report, exchange, at(delivery.envelope, 'data.content'), text);
		expectSame(report, exchange, at(delivery.envelope, 'data.metadata'), metadata);
	}
	await checkHistory({ session, report }, instanceId, sent);
}

/** Checks that numbers in the metadata are equal in the event, as JavaScript parses them, or are rejected. */
async function checkNumbers({ session, fixtures, report }: Context): Promise<void> {
	const { receiver } = fixtures;
	const created = await session.send('POST /v1/instances', {
		body: { name: 'Numbers', webhookUrl: `${receiver.url}/numbers` },
	});
	const instanceId = textAt(created.response.json, 'data.id');
	const path = { instanceId };
	await session.send('POST /v1/instances/{}/connect', { path, body: { method: 'qrcode' } });
	await session.send('POST /simulator/v1/instances/{}/scan', { path });
	const bodies = (await readJsonBodies()).filter(({ name }) => /^[yi]_number/.test(name));
	for (const { bytes } of bodies) {
		const metadata = bytes.toString();
		const raw = `{"instanceId":"${instanceId}","to":"${PHONE}","message":"A number","metadata":{"numbers":${metadata}}}`;
		const headers = { 'content-type': 'application/json' };
		const exchange = await session.send('POST /v1/messages/send', { raw, headers });
		if (exchange.response.status >= 300) continue;
		const messageId = textAt(exchange.response.json, 'messageId');
		const delivery = await receiver.find(`message.sent of ${messageId}`, (one) => {
			return (
				isDeliveryOf(one, 'message.sent', instanceId) && at(one.envelope, 'data.messageId') === messageId
			);
		});
		const found = at(delivery.envelope, 'data.metadata.numbers');
		const same = String(found) === String(JSON.parse(metadata));
		report.check(KIND, `metadata ${metadata.slice(0, 60)}`, same, () => {
			return `${formatExchange(exchange)}\nread back ${JSON.stringify(found)}`;
		});
	}
}

async function checkHistory(
	{ session, report }: Pick<Context, 'session' | 'report'>,
	instanceId: string,
	sent: ReadonlyMap<string, { text: string }>,
): Promise<void> {
	let before: unknown;
	let seen = 0;
	do {
		const query = { instanceId, limit: 100, ...(before === undefined ? {} : { before }) };
		const page = await session.send('GET /v1/messages', { query });
		const items = at(page.response.json, 'data');
		for (const item of Array.isArray(items) ? (items as unknown[]) : []) {
			const text = sent.get(String(at(item, 'messageId')))?.text;
			if (text === undefined) continue;
			seen += 1;
			expectSame(report, page, at(item, 'content'), text);
		}
		before = at(page.response.json, 'pagination.nextCursor');
	} while (typeof before === 'string');
	report.check(KIND, `the history has ${seen} of ${sent.size} messages`, seen === sent.size);
}

function expectSame(report: Context['report'], exchange: Exchange, found: unknown, wanted: unknown): void {
	const same = isDeepStrictEqual(found, wanted);
	report.check(KIND, `${exchange.operation.name}: ${JSON.stringify(wanted).slice(0, 80)}`, same, () => {
		return `${formatExchange(exchange)}\nread back ${JSON.stringify(found)}\nexpected  ${JSON.stringify(wanted)}`;
	});
}
