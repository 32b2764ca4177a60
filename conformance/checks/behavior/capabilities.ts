import { getErrorCode, getErrorMessage } from '../../client/response-rules.ts';
import { formatExchange, type Exchange } from '../../client/session.ts';
import { at } from '../../document/schema.ts';
import { PHONE } from '../../fixtures/fixtures.ts';
import { CAPABILITY_ACTIONS, type Action } from '../../scenarios/capabilities.ts';
import { CONVERSATION_ACTIONS } from '../../scenarios/conversation-capabilities.ts';
import { isDeliveryOf, type Delivery } from '../../server/receiver.ts';
import type { Context } from '../context.ts';

const KIND = 'capabilities';

/**
 * Does everything that needs a capability, on connections by QR code, through the official API, and with the official
 * API's limits. What the status lists succeeds with its event; anything else is refused with the alternative.
 */
export async function checkCapabilities(context: Context): Promise<void> {
	const { fixtures } = context;
	await checkInstance(context, 'by QR code', await fixtures.connected());
	await checkInstance(context, 'officially', await fixtures.official());
	await checkInstance(context, 'officially, with its limits', await fixtures.limited());
}

async function checkInstance(context: Context, how: string, instanceId: string): Promise<void> {
	const { session, fixtures, report } = context;
	const path = { instanceId };
	const { response } = await session.send('GET /v1/instances/{}/status', { path });
	const capabilities = at(response.json, 'data.capabilities');
	const listed: readonly unknown[] = Array.isArray(capabilities) ? capabilities : [];
	report.check(KIND, `${how}: the status lists capabilities`, listed.length > 0);
	const url = `${fixtures.receiver.url}/capabilities`;
	await session.send('POST /v1/webhooks', { body: { url, events: ['*'], instanceId } });
	// Opens the time in which an official connection may write.
	await fixtures.receiveFrom(instanceId, PHONE);
	for (const action of [...CAPABILITY_ACTIONS, ...CONVERSATION_ACTIONS]) {
		const title = `${action.capability} ${how}`;
		const exchange = await session.send(action.operation, await action.call(fixtures, instanceId));
		if (listed.includes(action.capability)) await checkDone(context, title, action, exchange, instanceId);
		else checkRefused(context, title, exchange, how === 'by QR code');
	}
}

function checkRefused({ report }: Context, title: string, exchange: Exchange, isByQrCode: boolean): void {
	const code = isByQrCode ? 'official_api_required' : 'official_api_instance';
	const { response } = exchange;
	const isExpected = response.status === 409 && getErrorCode(response) === code;
	const isSentence = /^[A-Z].{30,}\.$/s.test(getErrorMessage(response));
	report.check(KIND, `${title}: missing`, isExpected && isSentence, () => formatExchange(exchange));
}

async function checkDone(
	{ fixtures, report }: Context,
	title: string,
	{ event, data }: Action,
	exchange: Exchange,
	instanceId: string,
): Promise<void> {
	const { call, response } = exchange;
	if (!report.check(KIND, title, response.status < 300, () => formatExchange(exchange))) return;
	const { json } = response;
	if (event === null) return;
	const messageId = at(json, 'messageId') ?? at(json, 'data.messageId') ?? call.path?.messageId;
	const isTold = ({ envelope }: Delivery) =>
		messageId === undefined
			? Object.keys(data).every((field) => isSame(at(envelope, `data.${field}`), data[field]))
			: at(envelope, 'data.messageId') === messageId;
	try {
		const { envelope } = await fixtures.receiver.find(
			`${event} of ${title}`,
			(delivery) =>
				delivery.path === '/capabilities' && isDeliveryOf(delivery, event, instanceId) && isTold(delivery),
		);
		for (const [field, value] of Object.entries(data)) {
			const reported = at(envelope, `data.${field}`);
			report.check(KIND, `${title}: ${field} of ${event}`, isSame(reported, value), () =>
				JSON.stringify(envelope),
			);
		}
	} catch (error) {
		report.fail(KIND, `${title}: ${event}`, error instanceof Error ? error.message : String(error));
	}
}

function isSame(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
