import { describe, expect, it } from '@jest/globals';
import {
	arrived,
	edit,
	reaction,
	revoke,
	status,
	statuses,
	webhook,
	written,
} from '../../../cloud-api-server/payloads.ts';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { connectOfficial } from '../../../support/official/official.ts';
import { PNG } from '../../../support/sample-files.ts';
import {
	ago,
	answered,
	answeredTo,
	clock,
	events,
	gateway,
	history,
	instanceId,
	meta,
	published,
	receiver,
	text,
	useTimedInstance,
	wamid,
	type Fields,
} from './timed-instance.ts';

const PHONE = '16505551234';
const HOUR = 3_600_000;
const EVENTS = [
	'message.received',
	'message.reaction',
	'message.edited',
	'message.deleted',
	'message.delivered',
	'instance.notice',
];

useTimedInstance(EVENTS);

const contents = async () => (await history()).map(({ content }) => content);

type MakeChange = (of: unknown, more?: Fields) => Fields;
const CHANGES: [string, MakeChange, string, Fields][] = [
	['an edit', (of, more) => edit(wamid(), of, 'Second', more), 'message.edited', { content: 'Second' }],
	[
		'a deletion',
		(of, more) => revoke(wamid(), of, more),
		'message.deleted',
		{ content: 'This message was deleted.' },
	],
	[
		'a reaction',
		(of, more) => reaction(wamid(), of, '👍', more),
		'message.reaction',
		{ reactions: [expect.objectContaining({ emoji: '👍' })] },
	],
];

describe('a change that Meta reports before its message', () => {
	it.each(CHANGES)('is repeated until the message is recorded: %s', async (_what, make, kind, expected) => {
		const message = text('First');
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		expect(await answeredTo(message)).toBe(503);
		await connectOfficial(gateway, instanceId);
		const change = make(message.id, ago(0));
		expect(await answeredTo(change)).toBe(503);
		expect(await answeredTo(message)).toBe(200);
		for (let time = 0; time < 2; time += 1) expect(await answeredTo(change)).toBe(200);
		await published();
		const stored = (await history()).at(-1);
		expect((await gateway.get(`/v1/messages/${String(stored?.messageId)}`)).at('data')).toMatchObject(
			expected,
		);
		expect(events(kind)).toHaveLength(1);
		expect(events(kind)[0]?.at('data.messageId')).toBe(stored?.messageId);
	});

	it.each(CHANGES)('is ignored when it is old: %s', async (_what, make, kind) => {
		expect(await answeredTo(make(wamid(), ago(HOUR)))).toBe(200);
		await published();
		expect(events(kind)).toEqual([]);
	});

	it.each(CHANGES)('is ignored when Meta does not say when it was made: %s', async (_what, make) => {
		for (const timestamp of [undefined, '0', 'soon']) {
			expect(await answeredTo(make(wamid(), { timestamp }))).toBe(200);
		}
	});

	it('is repeated for an hour', async () => {
		const change = edit(wamid(), wamid(), 'Of a message from before the connection', ago(0));
		expect(await answeredTo(change)).toBe(503);
		clock.advance(HOUR - 1000);
		expect(await answeredTo(change)).toBe(503);
		clock.advance(1000);
		expect(await answeredTo(change)).toBe(200);
	});

	it('is applied by a repetition when its message follows in the same notification', async () => {
		const message = text('First');
		const payload = webhook(arrived([edit(wamid(), message.id, 'Second', ago(0)), message]));
		expect(await answered(payload)).toBe(503);
		expect(await answered(payload)).toBe(200);
		expect(await contents()).toEqual(['Second']);
	});

	it('waits for a message of the same chat', async () => {
		const other = text('Of another', { from: '16505559999' });
		expect(await answeredTo(other)).toBe(200);
		expect(await answeredTo(edit(wamid(), other.id, 'Mine', ago(0)))).toBe(503);
		expect(await contents()).toEqual(['Of another']);
	});
});

describe('a notification with a change whose message is unknown', () => {
	it('stores everything else once, however often Meta repeats it', async () => {
		const sentId = await sendText(gateway, instanceId, PHONE);
		await reached(gateway, sentId, 'sent');
		const sentWamid = (await meta.requests('messages')).at(-1)?.wamid ?? '';
		const [message, late] = [text('Hello'), text('Late')];
		const id = await meta.media('image/png', PNG);
		const file = { id, mime_type: 'image/png', sha256: 'x', caption: 'Look' };
		const payload = webhook(
			arrived([
				message,
				edit(wamid(), late.id, 'Edited', ago(0)),
				reaction(wamid(), message.id, '👍', ago(0)),
				{ ...text('Without an id'), id: undefined },
				written(wamid(), 'image', file, { from: '16505559999', ...ago(0) }),
			]),
			statuses(status(sentWamid, 'delivered', ago(0))),
		);
		for (let time = 0; time < 3; time += 1) expect(await answered(payload)).toBe(503);
		expect(await contents()).toContain('Hello');
		await reached(gateway, sentId, 'delivered');
		expect(await answeredTo(late)).toBe(200);
		expect(await answered(payload)).toBe(200);
		await receiver.find('Look', (one) => one.at('data.content') === 'Look');
		await published();
		const received = events('message.received').map((one) => String(one.at('data.content')));
		expect(received.filter((content) => !content.startsWith('Marker')).sort()).toEqual([
			'Hello',
			'Late',
			'Look',
		]);
		expect(EVENTS.slice(1).map((kind) => [kind, events(kind).length])).toEqual([
			['message.reaction', 1],
			['message.edited', 1],
			['message.deleted', 0],
			['message.delivered', 1],
			['instance.notice', 1],
		]);
		expect(await contents()).toContain('Edited');
	});
});
