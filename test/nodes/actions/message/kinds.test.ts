import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import {
	createFixture,
	findMessage,
	getData,
	getId,
	locator,
	receiveMessage,
} from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

const TO = '491518000011';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage({ ...fixture, instanceId: fixture.officialId }, { from: TO, content: 'Hi' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function send(
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	instanceId = fixture.instanceId,
) {
	const recipient = { ...locator('instanceId', instanceId), ...locator('to', TO) };
	return runNode(fixture.credential, { resource: 'message', operation, ...recipient, ...parameters }, items);
}

describe('Message > Send Poll', () => {
	const poll = (answers: string, json: IDataObject = {}) =>
		send('sendPoll', { question: 'Where?', answers }, [json]);

	it.each([
		['Yes, please\nNo, thank you\n', ['Yes, please', 'No, thank you']],
		['Pizza, Pasta ,, Salad', ['Pizza', 'Pasta', 'Salad']],
	])('separates the answers %j', async (answers, options) => {
		const { items } = await poll(answers);

		expect(await findMessage(fixture, items[0]?.json.messageId)).toMatchObject({ poll: { options } });
	});

	it('takes the answers of an expression as they are', async () => {
		const { items } = await poll('={{ $json.answers }}', { answers: ['Monday, 9 am', 10] });

		expect(await findMessage(fixture, items[0]?.json.messageId)).toMatchObject({
			poll: { options: ['Monday, 9 am', '10'], selectable: 1 },
		});
	});

	it('refuses a single answer, and what is no text', async () => {
		expect((await poll('Pizza')).error).toMatchObject({ message: 'A poll needs at least two answers' });
		expect((await poll('={{ $json.answers }}', { answers: [{ name: 'Pizza' }] })).error).toMatchObject({
			message: 'Answers: an entry of the list is no text',
		});
	});

	it('is sent once when the execution is repeated with its key', async () => {
		const parameters = {
			question: 'Once?',
			answers: 'Yes, No',
			options: { idempotencyKey: 'poll-once' },
		};

		const first = await send('sendPoll', parameters);
		const second = await send('sendPoll', parameters);

		expect(second.items[0]?.json.messageId).toBe(first.items[0]?.json.messageId);
	});
});

describe('Message > Send Contact', () => {
	it.each([
		[{ contact: [] }, 'There is no contact to send'],
		[{ contact: [{ name: 'Ada' }] }, 'Contact 1 is not complete'],
		[{ contact: [{ name: 'Ada', phones: '+44 20' }, { phones: '+44 20' }] }, 'Contact 2 is not complete'],
	])('refuses %j', async (contacts, message) => {
		expect((await send('sendContact', { contacts })).error).toMatchObject({
			name: 'NodeOperationError',
			message,
			description: expect.stringContaining('Enter a name'),
		});
	});
});

describe('Message > Send Location', () => {
	it('refuses a latitude that is no number, or not on the globe', async () => {
		const location = (latitude: unknown) =>
			send('sendLocation', { latitude: '={{ $json.latitude }}', longitude: 1 }, [
				{ latitude } as IDataObject,
			]);

		expect((await location('north')).error).toMatchObject({ message: 'Latitude is not a number' });
		expect((await location(91)).error).toMatchObject({
			message: 'A parameter is not valid',
			httpCode: '400',
		});
	});

	it.each(['latitude', 'longitude'])(
		'refuses the only coordinate %s, and accepts one that is 0',
		async (name) => {
			const [other, field] = name === 'latitude' ? ['longitude', 'Longitude'] : ['latitude', 'Latitude'];

			// The engine of n8n 1.108 does not name the parameter; its editor does.
			await expect(send('sendLocation', { [name]: 51.48 })).rejects.toThrow(
				new RegExp(`Parameter "${field}" is required|The workflow has issues`),
			);

			for (const zero of [0, '0', '={{ 0 }}']) {
				expect((await send('sendLocation', { [name]: 51.48, [other]: zero })).error).toBeUndefined();
			}
		},
	);

	it('refuses the place in the Atlantic', async () => {
		expect((await send('sendLocation', { latitude: '={{ "0" }}', longitude: 0 })).error).toMatchObject({
			name: 'NodeOperationError',
			message: 'No coordinates entered: Latitude and Longitude are 0',
		});
	});

	it('sends a coordinate that version 1 has not stored because it is 0', async () => {
		const sendByVersion1 = (coordinates: INodeParameters) => {
			const recipient = { ...locator('instanceId', fixture.instanceId), ...locator('to', TO) };
			const parameters = { resource: 'message', operation: 'sendLocation', ...recipient, ...coordinates };
			return runNodeWith(fixture.credential, parameters, [{ json: {} }], 'stopWorkflow', undefined, 1);
		};

		expect((await sendByVersion1({})).error).toMatchObject({
			message: 'No coordinates entered: Latitude and Longitude are 0',
		});
		expect((await sendByVersion1({ latitude: 51.48 })).error).toBeUndefined();
	});
});

describe('an object where a text belongs', () => {
	const value = '={{ $json }}';
	const place = { latitude: 48.2, longitude: 16.4 };
	const button = { interactiveType: 'button', message: 'Yes?' };

	it.each([
		['sendLocation', { ...place, options: { locationName: value } }, 'Location Name is not a text'],
		[
			'sendContact',
			{ contacts: { contact: [{ name: value, phones: '+44 20' }] } },
			'Contact 1, name is not a text',
		],
		[
			'sendContact',
			{ contacts: { contact: [{ name: 'Ada', emails: value }] } },
			'Contact 1, email addresses is not a text',
		],
		['sendPoll', { question: 'Where?', answers: value }, 'Answers is not a text'],
		[
			'sendInteractive',
			{ ...button, buttons: { button: [{ title: value }] } },
			'The title of button 1 is not a text',
		],
		[
			'sendInteractive',
			{ ...button, buttons: { button: [{ title: 'Yes' }] }, options: { footer: value } },
			'Footer is not a text',
		],
		[
			'sendInteractive',
			{ interactiveType: 'cta_url', message: 'See', linkText: value, linkUrl: 'https://example.com/' },
			'Link Text is not a text',
		],
	] as [string, INodeParameters, string][])(
		'is not sent by %s: %j',
		async (operation, parameters, message) => {
			const { error, items } = await send(operation, parameters, [{ order: 4711 }], fixture.officialId);

			expect(error).toMatchObject({ name: 'NodeOperationError', message });
			expect(items).toEqual([]);
		},
	);
});

describe('Message > Send Buttons or List', () => {
	const interactive = async (parameters: INodeParameters) => {
		const { items, error } = await send('sendInteractive', parameters, [{}], fixture.officialId);
		expect(error).toBeUndefined();
		const message = await getData(fixture, `/v1/messages/${getId(items[0], 'messageId')}`);
		return message.interactive;
	};

	it('groups the rows of a list by section', async () => {
		const row = [
			{ title: '6 pm', section: 'Today', id: 'today-18', description: 'The last one' },
			{ title: '9 am', section: 'Tomorrow' },
			{ title: '7 pm', section: 'Today' },
		];

		expect(
			await interactive({ interactiveType: 'list', message: 'When?', listButton: 'Times', rows: { row } }),
		).toMatchObject({
			type: 'list',
			body: { text: 'When?' },
			action: {
				button: 'Times',
				sections: [
					{
						title: 'Today',
						rows: [
							{ id: 'today-18', title: '6 pm', description: 'The last one' },
							{ id: '7 pm', title: '7 pm' },
						],
					},
					{ title: 'Tomorrow', rows: [{ id: '9 am', title: '9 am' }] },
				],
			},
		});
	});

	it('sends a link with a header file, and a request for a location', async () => {
		const linked = {
			interactiveType: 'cta_url',
			message: 'Your order',
			linkText: 'Track',
			linkUrl: 'https://example.com/4711',
			options: { headerUrl: 'https://example.com/photo.jpg' },
		};

		expect(await interactive(linked)).toMatchObject({
			header: { type: 'image', image: { link: 'https://example.com/photo.jpg' } },
			action: { name: 'cta_url', parameters: { display_text: 'Track', url: 'https://example.com/4711' } },
		});
		expect(
			await interactive({ interactiveType: 'location_request_message', message: 'Where?' }),
		).toMatchObject({ body: { text: 'Where?' }, action: { name: 'send_location' } });
	});

	it('sends the example of the JSON field, and refuses what is no object', async () => {
		expect(await interactive({ interactiveType: 'json' })).toMatchObject({ type: 'button' });
		const refused = await send('sendInteractive', { interactiveType: 'json', interactive: '[]' });
		expect(refused.error).toMatchObject({ message: 'The interactive message is not a JSON object' });
	});

	it('refuses buttons without a title', async () => {
		const { error } = await send('sendInteractive', { message: 'When?' });

		expect(error).toMatchObject({ message: 'There is a button without a title, or none at all' });
	});

	it('says that an instance connected by QR code cannot send them', async () => {
		const { error } = await send('sendInteractive', {
			message: 'When?',
			buttons: { button: [{ title: 'Now' }] },
		});

		expect(error).toMatchObject({
			message: 'Only an instance of the official business API supports this',
			description: expect.stringContaining('Interactive messages can be sent by the official API only'),
		});
	});
});
