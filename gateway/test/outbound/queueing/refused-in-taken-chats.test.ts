import { afterEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../../support/database.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import { openOwner } from '../../support/owner.ts';
import { recordedEvents } from '../../support/report.ts';
import { setTakeover, writeOnPhone } from '../../support/takeover.ts';

const ANA = '4915112345678';
const BO = '4915112345679';
const TAKEN = [409, 'chat_taken'];
const ACCEPTED = [202, undefined];

describe('a message of the bot that is refused because a person owns its chat', () => {
	let gateway: TestGateway;
	let instanceId: string;

	async function start(environment: Record<string, string> = {}): Promise<void> {
		gateway = await startTestGateway({ environment });
		instanceId = await connectedInstance(gateway);
		await setTakeover(gateway, instanceId, '30m');
	}
	afterEach(() => gateway.close());

	const send = (to = ANA) => gateway.post('/v1/messages/send', { instanceId, to, message: 'From the bot' });
	const codeOf = async (answer: ReturnType<typeof send>) => {
		const { status, at: inside } = await answer;
		return [status, inside('error.code')];
	};
	const write = (to = ANA) => writeOnPhone(gateway, instanceId, to);

	it('costs nothing and leaves nothing', async () => {
		await start({ GATEWAY_CREDITS: '2' });
		await write();
		const headers = { ...gateway.headers, 'idempotency-key': 'one' };
		const keyed = (body: object) =>
			gateway.request('/v1/messages/send', {
				method: 'POST',
				headers,
				body: JSON.stringify({ instanceId, to: ANA, message: 'Once', ...body }),
			});
		expect(await codeOf(keyed({}))).toEqual(TAKEN);
		const rows = await countRows(gateway.folder, 'messages');
		expect(await codeOf(keyed({}))).toEqual(TAKEN);
		expect(await countRows(gateway.folder, 'messages')).toBe(rows);
		expect(await countRows(gateway.folder, 'idempotency_keys')).toBe(0);

		const first = await keyed({ force: true });
		expect(first.status).toBe(202);
		const again = await keyed({ force: true });
		expect([again.text('messageId'), again.headers.get('idempotency-replayed')]).toEqual([
			first.text('messageId'),
			'true',
		]);
		await reached(gateway, first.text('messageId'), 'read');
		expect(await codeOf(send(BO))).toEqual(ACCEPTED);
		expect(await codeOf(send(BO))).toEqual([402, 'insufficient_credits']);
	});

	it('may also be one that is forwarded, or made of a template', async () => {
		await start();
		const messageId = await sendText(gateway, instanceId, BO);
		await reached(gateway, messageId, 'read');
		await write();
		const forward = (rest: object = {}) =>
			gateway.post(`/v1/messages/${messageId}/forward`, { instanceId, to: ANA, ...rest });
		expect(await codeOf(forward())).toEqual(TAKEN);
		expect(await codeOf(forward({ force: true }))).toEqual(ACCEPTED);

		const official = (await gateway.post('/v1/instances', { name: 'Official' })).text('data.id');
		await gateway.post(`/v1/instances/${official}/connect`, {
			method: 'official',
			businessId: '1',
			phoneNumberId: '2',
			accessToken: 'token',
		});
		await setTakeover(gateway, official, '30m');
		const template = (rest: object = {}) =>
			gateway.post('/v1/messages/template', {
				instanceId: official,
				to: ANA,
				template: { name: 'hello_world', language: 'en_US' },
				...rest,
			});
		expect(await codeOf(template())).toEqual(ACCEPTED);
		await writeOnPhone(gateway, official, ANA);
		expect(await codeOf(template())).toEqual(TAKEN);
		expect(await codeOf(template({ force: true }))).toEqual(ACCEPTED);
	});

	it('is not sent as well, although the person writes at the same time', async () => {
		await start();
		const contacts = Array.from({ length: 20 }, (_, index) => String(4915112340100 + index));
		const answers = await Promise.all(
			contacts.flatMap((to) => [send(to), write(to), send(to)].map(async (answer) => answer)),
		);
		expect(answers).toHaveLength(60);
		for (const to of contacts) expect(await codeOf(send(to))).toEqual(TAKEN);
		for (const answer of answers) {
			if (typeof answer === 'string' || answer.status === 409) continue;
			await reached(gateway, answer.text('messageId'), 'read');
		}
		const sent = await recordedEvents(await openOwner(gateway), instanceId, 'message.sent');
		const accepted = answers.filter((answer) => typeof answer !== 'string' && answer.status === 202);
		expect(sent).toHaveLength(accepted.length);
	});
});
