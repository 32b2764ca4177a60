import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openOwner } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { refusal } from '../../support/requests.ts';

const ADA = '4915112345678';
const ADA_ID = `${ADA}@s.whatsapp.net`;
const LID = '123456789012345@lid';
const ABSENT = '4915112340000';

describe('blocked contacts', () => {
	let gateway: TestGateway;
	let instanceId: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const block = (contactId: string, action = 'block') =>
		gateway.post(`/v1/contacts/${contactId}/${action}`, { instanceId });
	const receive = () =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ADA, content: 'Hello' });
	const countMessages = async () => {
		const answer = await gateway.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		return (answer.at('data') as unknown[]).length;
	};

	it('blocks and unblocks a person by a phone number, without an event', async () => {
		const blocked = await block(ADA);
		expect(blocked.at('data')).toMatchObject({ id: ADA_ID, phone: ADA, isBlocked: true });
		const listed = await gateway.get(`/v1/contacts?instanceId=${instanceId}&search=${ADA}`);
		expect(listed.at('data.0')).toEqual(blocked.at('data'));
		await receive();
		expect(await countMessages()).toBe(0);
		expect((await block(ADA, 'unblock')).at('data.isBlocked')).toBe(false);
		await receive();
		expect(await countMessages()).toBe(1);
		const owner = await openOwner(gateway);
		expect(await recordedEvents(owner, instanceId, 'contact.updated')).toEqual([]);
	});

	it('blocks a person by an earlier id', async () => {
		await reportEvents(gateway, instanceId, { kind: 'same_person', ids: [ADA_ID, LID] });
		expect((await block(LID)).at('data')).toMatchObject({ id: ADA_ID, isBlocked: true });
	});

	it('refuses a number that is not on the network, what is no person, and a disconnected instance', async () => {
		expect(refusal(await block(ABSENT))).toEqual([404, 'contact_not_found']);
		expect(refusal(await block('12345-67890@g.us'))).toEqual([400, 'invalid_phone_number']);
		const other = (await gateway.post('/v1/instances', { name: 'B' })).text('data.id');
		const answer = await gateway.post(`/v1/contacts/${ADA}/block`, { instanceId: other });
		expect(refusal(answer)).toEqual([409, 'instance_disconnected']);
	});
});
