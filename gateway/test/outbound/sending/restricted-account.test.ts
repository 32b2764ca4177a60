import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountRestriction } from '../../../src/domain/instances/restriction.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openOwner } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const BEN = '4915112345679';
const HOUR = 3_600_000;

describe('a restricted account', () => {
	let gateway: TestGateway;
	let clock: ManualClock;
	let instanceId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
	});
	afterEach(() => gateway.close());

	const restrict = (restriction: Partial<AccountRestriction> | null): Promise<void> =>
		reportEvents(gateway, instanceId, {
			kind: 'restriction',
			restriction:
				restriction === null
					? null
					: { kind: 'new_chats', reason: null, until: null, newChatsLeft: null, ...restriction },
		});
	const receive = (from: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content: 'Hello' });
	const hasStatus = (messageId: string, status: string) =>
		until(status, async () => {
			clock.advance(1000);
			return at(await statusOf(gateway, messageId), 'status') === status;
		});
	const status = async () => gateway.get(`/v1/instances/${instanceId}/status`);

	it('sends answers while messages that begin a chat wait', async () => {
		await receive(ANA);
		await restrict({});
		const first = await sendText(gateway, instanceId, BEN, 'Do you know our shop?');
		const answer = await sendText(gateway, instanceId, ANA, 'Hello Ana');
		await hasStatus(answer, 'read');
		expect(at(await statusOf(gateway, first), 'status')).toBe('queued');

		await restrict(null);
		await hasStatus(first, 'read');
	});

	it('sends the waiting messages of a chat once the person has written in it', async () => {
		await restrict({});
		const first = await sendText(gateway, instanceId, BEN, 'Do you know our shop?');
		await receive(BEN);
		await hasStatus(first, 'read');
	});

	it('sends nothing while its restriction is of all messages', async () => {
		await receive(ANA);
		await restrict({ kind: 'sending', until: clock.now() + HOUR });
		const answer = await sendText(gateway, instanceId, ANA, 'Hello Ana');
		clock.advance(HOUR / 2);
		expect(at(await statusOf(gateway, answer), 'status')).toBe('queued');
		clock.advance(HOUR / 2);
		await hasStatus(answer, 'read');
	});

	it('shows the restriction and its end, and reports both', async () => {
		const end = clock.now() + HOUR;
		await restrict({ until: end, newChatsLeft: 3, reason: 'BIZ_QUALITY' });
		await restrict({ until: end, newChatsLeft: 3, reason: 'BIZ_QUALITY' });
		expect((await status()).at('data.restriction')).toEqual({
			kind: 'new_chats',
			reason: 'BIZ_QUALITY',
			until: new Date(end).toISOString(),
			newChatsLeft: 3,
		});
		clock.advance(HOUR);
		expect((await status()).at('data.restriction')).toBeNull();
		await restrict(null);
		const owner = await openOwner(gateway);
		expect(await recordedEvents(owner, instanceId, 'instance.restricted')).toMatchObject([
			{ active: true, kind: 'new_chats', newChatsLeft: 3 },
			{ active: false, kind: 'new_chats' },
		]);
	});

	it('shows when a message last arrived', async () => {
		expect((await status()).at('data.lastReceivedAt')).toBeNull();
		await receive(ANA);
		await until('the message', async () => (await status()).at('data.lastReceivedAt') !== null);
		expect((await status()).at('data.lastReceivedAt')).toBe(new Date(clock.now()).toISOString());
	});
});
