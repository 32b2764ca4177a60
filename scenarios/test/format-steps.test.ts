import { describe, expect, it } from '@jest/globals';
import { describeStep } from '../src/format/describe.ts';
import { parseScenario } from '../src/format/parse-scenario.ts';
import { serializeScenario } from '../src/format/serialize-scenario.ts';
import { fitsSchema, PHONES, problemOf, scenarioWith } from './support/scenario-format.ts';

describe('a step of a scenario', () => {
	const GOOD: readonly [unknown, string][] = [
		[{ step: 'scan' }, "The instance's phone scans its QR code"],
		[{ step: 'send', phone: 'ada', text: 'Hello' }, 'Ada sends "Hello"'],
		[{ step: 'send', phone: 'ada', media: 'cat.png' }, 'Ada sends cat.png'],
		[
			{ step: 'send', phone: 'ada', media: 'https://example.com/a.pdf', type: 'document', text: 'See' },
			'Ada sends https://example.com/a.pdf "See"',
		],
		[
			{ step: 'send', phone: 'ada', text: 'Yes', quotes: true, group: 'Team' },
			'Ada replies with "Yes" in the group "Team"',
		],
		[{ step: 'reply', phone: 'ada', text: 'Yes' }, 'Ada replies with "Yes"'],
		[
			{ step: 'reply', phone: 'ada', text: 'Yes', on: 'Ready', group: 'Team' },
			'Ada replies with "Yes" (the message with "Ready") in the group "Team"',
		],
		[
			{ step: 'location', phone: 'ada', latitude: 48.2, longitude: 16.4, name: 'Café', address: 'Vienna' },
			'Ada sends the location Café',
		],
		[
			{ step: 'location', phone: 'ada', latitude: 48.2, longitude: 16.4, live: true },
			'Ada sends the live location 48.2, 16.4',
		],
		[
			{ step: 'contact', phone: 'ada', name: 'Bob', number: '+49 151', email: 'bob@example.com' },
			'Ada sends the contact Bob',
		],
		[
			{ step: 'poll', phone: 'ada', question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 2 },
			'Ada sends the poll "Lunch?"',
		],
		[{ step: 'voice', phone: 'ada', media: 'hello.ogg' }, 'Ada sends the voice note hello.ogg'],
		[{ step: 'sticker', phone: 'ada', media: 'cat.webp' }, 'Ada sends the sticker cat.webp'],
		[{ step: 'react', phone: 'ada', emoji: '👍' }, 'Ada reacts with 👍'],
		[{ step: 'react', phone: 'ada', on: 'Hi' }, 'Ada takes the reaction back (the message with "Hi")'],
		[{ step: 'edit', phone: 'ada', text: 'At six' }, 'Ada edits a message to "At six"'],
		[{ step: 'delete', phone: 'ada' }, 'Ada deletes a message'],
		[{ step: 'promote', phone: 'ada', group: 'Team' }, 'Ada becomes an admin of the group "Team"'],
		[{ step: 'demote', phone: 'ada', group: 'Team' }, 'Ada is no longer an admin of the group "Team"'],
		[
			{ step: 'join', phone: 'ada', group: 'Team', themselves: true },
			'Ada joins the group "Team" by its invite',
		],
		[
			{ step: 'cancel', phone: 'ada' },
			'What the instance wrote last to Ada, and has not sent yet, is cancelled within 10s',
		],
		[
			{ step: 'unsent', phone: 'ada', within: '2m' },
			'The instance has written to Ada, and it is not sent yet, within 2m',
		],
		[{ step: 'advance', by: '23h59m' }, 'The time moves forward by 23h59m'],
		[{ step: 'advance', by: 'next' }, 'The time moves to what is due next'],
		[{ step: 'traffic', over: '24h' }, '50 people send 100 messages, spread over 24h'],
		[{ step: 'ledger' }, 'The ledger of the last 25 hours has nothing missing within 10s'],
		[{ step: 'fault', kind: 'refuse', next: 3 }, 'The network refuses the next 3'],
		[
			{ step: 'fault', kind: 'delay', on: 'received', seconds: 90 },
			'The network delays the next 1 that arrive by 90s',
		],
		[
			{ step: 'fault', kind: 'fail', phone: 'ada', next: 1, error: 'recipient_blocked' },
			'The network refuses for good the next 1 (recipient_blocked) in the chat with Ada',
		],
		[
			{ step: 'fault', kind: 'fail', next: 1, seconds: 3 },
			'The network refuses for good the next 1 after 3s',
		],
		[
			{ step: 'fault', kind: 'disconnect', next: 1, seconds: 3 },
			'The network drops the connection at the next 1 for 3s',
		],
		[
			{ step: 'fault', kind: 'refuse', next: 1, phone: 'ada', group: 'Team' },
			'The network refuses the next 1 in the chat with Ada in the group "Team"',
		],
		[
			{ step: 'fault', kind: 'window', phone: 'ada', next: 1 },
			'The network has closed the 24-hour window for the next 1 in the chat with Ada',
		],
		[{ step: 'connected', within: '30s' }, 'The instance is connected within 30s'],
		[{ step: 'drop' }, 'The connection of the instance drops'],
		[{ step: 'drop', for: '90s' }, 'The connection of the instance drops for 90s'],
		[{ step: 'vote', phone: 'ada', options: ['Pasta'] }, 'Ada votes for "Pasta"'],
		[{ step: 'vote', phone: 'ada', options: [] }, 'Ada takes the vote back'],
		[{ step: 'press', phone: 'ada', option: 'Yes' }, 'Ada taps "Yes"'],
		[
			{ step: 'echo', phone: 'ada', text: 'I will call' },
			'The owner writes "I will call" to Ada on the phone of the instance',
		],
		[
			{ step: 'echo', phone: 'ada', text: 'Done', group: 'Team' },
			'The owner writes "Done" in the group "Team" on the phone of the instance',
		],
		[
			{ step: 'duplicate', phone: 'ada', text: 'Hello', times: 3 },
			'Ada sends "Hello", which the network delivers 3 times',
		],
		[{ step: 'take', phone: 'ada' }, 'A person takes the chat with Ada'],
		[{ step: 'release', phone: 'ada' }, 'The chat with Ada is given back to the bot'],
		[{ step: 'reaction', phone: 'ada', emoji: '👍' }, 'Ada sees the reaction 👍 within 10s'],
		[
			{ step: 'edited', phone: 'ada', contains: 'six', within: '1s' },
			'Ada sees a message edited to a text that contains "six" within 1s',
		],
		[{ step: 'edited', phone: 'ada', text: 'At six' }, 'Ada sees a message edited to "At six" within 10s'],
		[{ step: 'deleted', phone: 'ada' }, 'Ada sees a message deleted within 10s'],
		[{ step: 'typing', phone: 'ada' }, 'Ada types'],
		[{ step: 'receive', phone: 'ada', within: '500ms' }, 'Ada receives a message within 500ms'],
		[{ step: 'receive', phone: 'ada', text: 'Hi' }, 'Ada receives "Hi" within 10s'],
		[
			{ step: 'receive', phone: 'ada', contains: 'Hi', type: 'image' },
			'Ada receives an image that contains "Hi" within 10s',
		],
		[
			{ step: 'receive', phone: 'ada', matches: '^Hi \\d+$', within: '2m' },
			'Ada receives a message that matches /^Hi \\d+$/ within 2m',
		],
		[{ step: 'typed', phone: 'ada' }, 'Ada sees the instance typing within 10s'],
		[{ step: 'status', phone: 'ada', is: 'read' }, 'What Ada sent last is read within 10s'],
		[{ step: 'read', phone: 'ada' }, 'Ada reads what the instance wrote'],
		[{ step: 'block', phone: 'ada' }, 'Ada blocks the instance'],
		[{ step: 'unblock', phone: 'ada' }, 'Ada unblocks the instance'],
		[{ step: 'offline', phone: 'ada' }, 'Ada goes offline'],
		[{ step: 'online', phone: 'ada' }, 'Ada is online again'],
		[{ step: 'join', phone: 'ada', group: 'Team' }, 'Ada joins the group "Team"'],
		[{ step: 'leave', phone: 'ada', group: 'Team' }, 'Ada leaves the group "Team"'],
		[{ step: 'event', kind: 'message.read' }, 'The event message.read happens within 10s'],
		[
			{ step: 'event', kind: 'message.failed', where: { 'error.code': 'expired' } },
			'The event message.failed with error.code "expired" happens within 10s',
		],
		[
			{ step: 'delivery', event: 'message.received', status: 'failed', within: '3s' },
			'The delivery of message.received is failed within 3s',
		],
		[{ step: 'nothing', phone: 'ada', for: '2s' }, 'Ada receives nothing for 2s'],
		[{ step: 'wait', for: '1s' }, 'Waits for 1s'],
	];
	it.each(GOOD)('supports the step %j', (step, sentence) => {
		const { steps, phones } = parseScenario(JSON.stringify(scenarioWith(step)));
		expect(steps.map((one) => describeStep(one, phones))).toEqual([sentence]);
		expect([fitsSchema(scenarioWith(step)), fitsSchema.errors]).toEqual([true, null]);
	});

	it('is unchanged after serializing and parsing', () => {
		const text = JSON.stringify({
			...scenarioWith(...GOOD.map(([step]) => step)),
			phones: { ...PHONES, bob: { number: '4915112345679', reads: 'by_hand' } },
			instance: 'Shop',
		});
		const scenario = parseScenario(text);
		expect(parseScenario(serializeScenario(scenario))).toEqual(scenario);
		expect(JSON.parse(serializeScenario(scenario))).toMatchObject({ steps: GOOD.map(([step]) => step) });
	});

	const BAD_STEPS: readonly [unknown, string][] = [
		['send', 'step 1: must be an object, and is "send".'],
		[{}, 'step 1: "step" is missing; give one of scan, send,'],
		[{ step: 'dance' }, 'step 1: "step" must be one of scan, send, typing,'],
		[{ step: 'send', phone: 'ada' }, 'step 1 (send): give "text", or "media", or both.'],
		[{ step: 'send', phone: 'ada', text: '' }, 'step 1 (send): "text" must be a text, and is "".'],
		[{ step: 'send', phone: 'ada', text: 7 }, 'step 1 (send): "text" must be a text, and is 7.'],
		[{ step: 'send', text: 'Hello' }, 'step 1 (send): "phone" is missing; give a text.'],
		[{ step: 'vote', phone: 'ada', options: 'Pasta' }, 'step 1 (vote): "options" must be a list.'],
		[{ step: 'vote', phone: 'ada', options: [1] }, 'step 1 (vote): "options" must be a text, and is 1.'],
		[
			{ step: 'location', phone: 'ada', latitude: 'north', longitude: 1 },
			'step 1 (location): "latitude" must be a number, and is "north".',
		],
		[
			{ step: 'send', phone: 'ada', media: 'https://example.com/a' },
			'step 1 (send): "type" is missing: say whether the file at https://example.com/a is one of image,',
		],
		[
			{ step: 'send', phone: 'ada', text: 'Hello', type: 'image' },
			'step 1 (send): "type" belongs to "media"; leave it out of a text.',
		],
		[
			{ step: 'receive', phone: 'ada', within: '10' },
			'step 1 (receive): "within" must be a time such as 500ms, 10s or 2m, and is "10".',
		],
		[
			{ step: 'receive', phone: 'ada', txt: 'Hello' },
			'step 1 (receive): "txt" is not known here. There is contains, group, matches, note, phone, step, text, type, within.',
		],
		[
			{ step: 'status', phone: 'ada', is: 'sent' },
			'step 1 (status): "is" must be one of delivered, read, and is "sent".',
		],
		[{ step: 'join', phone: 'ada' }, 'step 1 (join): "group" is missing; give a text.'],
		[{ step: 'event', kind: 'message.lost' }, 'step 1 (event): "kind" must be one of message.received,'],
		[
			{ step: 'event', kind: 'message.read', where: { to: ['4915112345678'] } },
			'step 1 (event): "where" has an object as "to"; give a text, a number, true, false or null.',
		],
		[
			{ step: 'traffic', over: 'next' },
			'step 1 (traffic): "over" must be a time such as 24h, and is "next".',
		],
		[{ step: 'traffic', over: '0h' }, 'step 1 (traffic): "over" must be a time such as 24h, and is "0h".'],
		[
			{ step: 'traffic', over: '24h', messages: 0.5 },
			'step 1 (traffic): "messages" must be a whole number from 1 to 100000, and is 0.5.',
		],
		[
			{ step: 'ledger', hours: 169 },
			'step 1 (ledger): "hours" must be a whole number from 1 to 168, and is 169.',
		],
		[
			{ step: 'duplicate', phone: 'ada', text: 'Hello', times: 1 },
			'step 1 (duplicate): "times" must be a whole number from 2 to 10, and is 1.',
		],
		[
			{ step: 'fault', kind: 'refuse', error: 'recipient_blocked' },
			'step 1 (fault): "error" belongs to the kind fail, and to no other.',
		],
		[
			{ step: 'fault', kind: 'refuse', group: 'Team' },
			'step 1 (fault): a "group" is that of a "phone"; name one.',
		],
		[{ step: 'fault', kind: 'delay' }, 'step 1 (fault): a delay needs "seconds".'],
		[
			{ step: 'fault', kind: 'refuse', seconds: 2 },
			'step 1 (fault): "seconds" belongs to the kinds delay, fail, disconnect.',
		],
		[{ step: 'drop', for: '0.5s' }, 'step 1 (drop): "for" must be 1s or longer.'],
		[{ step: 'wait' }, 'step 1 (wait): "for" is missing; give a time such as 500ms, 10s or 2m.'],
	];
	it.each(BAD_STEPS)('rejects the step %j with the reason', (step, problem) => {
		expect(problemOf(scenarioWith(step))).toContain(problem);
		expect(fitsSchema(scenarioWith(step))).toBe(false);
	});

	it('names the invalid step and the known phones', () => {
		expect(problemOf(scenarioWith({ step: 'scan' }, { step: 'read', phone: 'eve' }))).toBe(
			'step 2 (read): "phone" is "eve", which is not among the "phones": there is ada.',
		);
		expect(problemOf(scenarioWith({ step: 'receive', phone: 'ada', matches: '(' }))).toMatch(
			/^step 1 \(receive\): "matches" is no regular expression: /,
		);
	});
});
