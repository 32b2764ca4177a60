import { setTimeout as elapsed } from 'node:timers/promises';
import type { ShiftedClock } from '../../gateway/test/dashboard/support/shifted-clock.ts';
import {
	connectedInstance,
	sendText,
	statusOf,
	type TestGateway,
} from '../../gateway/test/support/gateway.ts';
import { at } from '../../gateway/test/support/json.ts';
import type { N8nStandIn } from '../../gateway/test/support/servers/n8n-api.ts';
import { simulatedOfficialInstance } from '../../gateway/test/support/official/simulated-official.ts';
import { until } from '../../gateway/test/support/until.ts';

/** The id under which n8n registered the trigger of the workflow. */
export const TRIGGER = '6f0e9c9c-0b7e-4b52-9d0a-2f3a5f6c7d88';
export const HOUR = 3_600_000;
/** Hours in which the shop works. */
const HISTORY_HOURS = 23;
/**
 * Milliseconds since the last of these hours began. They begin five minutes after the full hour, so that what follows
 * from the messages of an hour is of the same hour.
 */
const SINCE_LAST_HOUR = (Date.now() % HOUR) - 5 * 60_000;
/** The length of the shop's history: less than a day, for which the link to set the password is valid. */
export const HISTORY = HISTORY_HOURS * HOUR + SINCE_LAST_HOUR;

/** The hour of the day at which the pictures are taken, so that most of what they show is of this day. */
const EVENING = 18;
/** Hours by which the time zone is ahead of UTC in which it is this hour now: -11 to 12. */
const OFFSET = ((EVENING - new Date().getUTCHours() + 35) % 24) - 11;
/** The name of that zone: its sign is the other way round. */
export const TIMEZONE = `Etc/GMT${OFFSET > 0 ? '-' : '+'}${Math.abs(OFFSET)}`;

/** Milliseconds. */
const ACKNOWLEDGED_WITHIN = 2500;

/** The data that the pictures show. */
export interface Shop {
	instanceId: string;
	waitingId: string;
	webhookId: string;
	deliveryId: string;
	failedId: string;
	chatId: string;
}

const ADA = '4915112345678';
/** Numbers that the simulated network treats in no special way. */
const PEOPLE = [
	[ADA, 'Ada Lovelace'],
	['4915112345688', 'Grace Hopper'],
	['4915112345698', 'Katherine Johnson'],
	['4915112345708', 'Alan Turing'],
	['4915112345718', 'Emmy Noether'],
	['4915112345728', 'Mary Somerville'],
	['4915112345738', 'Srinivasa Ramanujan'],
	['4915112345748', 'Sofja Kowalewskaja'],
] as const;
const QUESTIONS = [
	'When do you open on Sunday?',
	'Is my order 4711 on its way?',
	'Do you have white tulips today?',
	'Can I change the address of my order?',
	'Thank you, the flowers are beautiful!',
] as const;
const ANSWERS = [
	'We open at 9 on Sunday, and close at noon.',
	'Your order is on its way. It arrives today between 3 and 5 pm.',
	'Yes, fresh this morning: 10 stems for 12 euros.',
	'Of course. Send us the new address, and we change it at once.',
	'You are welcome. See you soon!',
] as const;
/** Messages of each hour of a day, from midnight. */
const DAY = [1, 0, 0, 0, 0, 1, 3, 5, 9, 12, 14, 13, 10, 11, 13, 15, 14, 16, 12, 9, 7, 5, 3, 2];

/** Lets a flower shop work for hours, until now. `clock` is that of the gateway, and is set back so far. */
export async function openShop(
	gateway: TestGateway,
	clock: ShiftedClock,
	{ receiverUrl, n8n }: { receiverUrl: string; n8n: N8nStandIn },
): Promise<Shop> {
	const instanceId = await connectedInstance(gateway, 'Flower shop');
	// The workflow answers, so nothing of it stays unread.
	await gateway.patch(`/v1/instances/${instanceId}`, { settings: { autoRead: true } });
	const repairsId = await connectedInstance(gateway, 'Repairs');
	const wholesaleId = await connectedInstance(gateway, 'Wholesale');
	await simulatedOfficialInstance(gateway);
	const created = await gateway.post('/v1/webhooks', {
		url: `${receiverUrl}/webhook/${TRIGGER}/webhook`,
		name: 'n8n: answer customers',
		events: ['message.received', 'message.failed'],
	});
	const webhookId = created.text('data.id');
	await gateway.post('/v1/webhooks', {
		url: `${receiverUrl}/archive`,
		name: 'Archive',
		events: ['message.sent'],
	});
	await gateway.put(`/simulator/v1/phones/${ADA}`, { name: 'Ada Lovelace' });
	for (let hour = HISTORY_HOURS; hour > 0; hour -= 1) {
		if (hour === 9) await gateway.post(`/simulator/v1/instances/${repairsId}/logout`);
		if (hour === 5) await connectAgain(gateway, repairsId);
		if (hour === 2) await gateway.post(`/simulator/v1/instances/${wholesaleId}/logout`);
		await workAnHour(gateway, instanceId, clock, n8n);
	}
	clock.shift(SINCE_LAST_HOUR);
	await gateway.patch(`/v1/instances/${instanceId}`, { settings: { autoRead: false } });
	const failedId = await sendText(gateway, instanceId, '4915110000000', 'Your flowers are ready.');
	const waitingId = (await gateway.post('/v1/instances', { name: 'Newsletter' })).text('data.id');
	await gateway.post(`/v1/instances/${waitingId}/connect`, { method: 'qrcode' });
	await talkWithAda(gateway, instanceId);
	const deliveryId = await lastDelivery(gateway, webhookId);
	return { instanceId, waitingId, webhookId, deliveryId, failedId, chatId: `${ADA}@s.whatsapp.net` };
}

async function connectAgain(gateway: TestGateway, id: string): Promise<void> {
	await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
	await gateway.post(`/simulator/v1/instances/${id}/scan`);
}

/** People ask, and the workflow answers. */
async function workAnHour(
	gateway: TestGateway,
	instanceId: string,
	clock: ShiftedClock,
	n8n: N8nStandIn,
): Promise<void> {
	const messages = DAY[new Date(clock.now() + OFFSET * HOUR).getUTCHours()] ?? 0;
	for (let number = 0; number < messages; number += 1) {
		const [from, contactName] = PEOPLE[(number * 3 + messages) % PEOPLE.length] ?? PEOPLE[0];
		const topic = (number + messages) % QUESTIONS.length;
		const content = QUESTIONS[topic];
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, contactName, content });
		const answerId = await sendText(gateway, instanceId, from, ANSWERS[topic]);
		// Sent at the time at which it was written.
		await until('the answer to be read', async () => {
			return at(await statusOf(gateway, answerId), 'status') === 'read';
		});
		n8n.executions.unshift({
			id: String(n8n.executions.length + 1),
			workflowId: 'wf1',
			mode: 'webhook',
			status: number === 11 ? 'error' : 'success',
			startedAt: new Date(clock.now()).toISOString(),
		});
		// Not all at the same time of the hour.
		clock.shift(Math.floor(HOUR / messages / 2));
	}
	await until('the deliveries to be finished', async () => {
		const webhooks = await gateway.get('/v1/webhooks');
		const ids = (webhooks.at('data') as { id: string }[]).map(({ id }) => id);
		const healths = await Promise.all(ids.map((id) => gateway.get(`/v1/webhooks/${id}/health`)));
		return healths.every((health) => health.at('data.pending') === 0);
	});
	// The acknowledgements of received messages are noted within a second, which has to be in this hour.
	await elapsed(ACKNOWLEDGED_WITHIN);
	clock.shift(messages === 0 ? HOUR : Math.floor(HOUR / 2));
}

async function talkWithAda(gateway: TestGateway, instanceId: string): Promise<void> {
	const say = (content: string) =>
		gateway.post(`/simulator/v1/phones/${ADA}/messages`, { instanceId, content });
	await say('Hello! Do you deliver to Park Street tomorrow?');
	await sendText(gateway, instanceId, ADA, 'Hello Ada. Yes, between 3 and 5 pm. Shall we bring the usual?');
	await elapsed(1200);
	await say('Yes please, the white tulips. And could you add a card: “Happy birthday, Grace!”');
	await sendText(gateway, instanceId, ADA, 'With pleasure. Your order 4712 is confirmed.');
	await elapsed(1200);
	await say('Wonderful, thank you!');
}

async function lastDelivery(gateway: TestGateway, webhookId: string): Promise<string> {
	return until('a delivery with its attempt', async () => {
		const path = `/v1/webhooks/${webhookId}/deliveries?status=success&event=message.received&limit=1`;
		const [last] = (await gateway.get(path)).at('data.deliveries') as { id: string }[];
		return last?.id;
	});
}
