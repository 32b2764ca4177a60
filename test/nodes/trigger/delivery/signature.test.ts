import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

import { createSecret } from '../../../../nodes/MessagingGateway/delivery/secret.ts';
import { hasValidSignature } from '../../../../nodes/MessagingGateway/delivery/verifySignature.ts';

/** The example of the Standard Webhooks specification, which its libraries and those of Svix test with. */
const VECTOR = {
	secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
	id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
	at: 1614265330,
	body: '{"test": 2432232314}',
	signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

function headersOf(signature: string, at = VECTOR.at): Record<string, string> {
	return { 'webhook-id': VECTOR.id, 'webhook-timestamp': String(at), 'webhook-signature': signature };
}

const isValid = (secret: string, headers: Record<string, string>, body = VECTOR.body) =>
	hasValidSignature(secret, Buffer.from(body), headers);

beforeEach(() => {
	jest.useFakeTimers({ now: VECTOR.at * 1000, doNotFake: ['nextTick', 'setImmediate'] });
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a signature of Standard Webhooks', () => {
	it('is accepted as the specification computes it', () => {
		expect(isValid(VECTOR.secret, headersOf(VECTOR.signature))).toBe(true);
	});

	it.each([
		['standardwebhooks', StandardWebhook],
		['svix', SvixWebhook],
	])('is accepted as %s computes it, for a secret of the node and a text in UTF-8', (_name, Webhook) => {
		const secret = createSecret();
		const body = '{"content":"Grüße 👋"}';
		const signature = new Webhook(secret).sign(VECTOR.id, new Date(VECTOR.at * 1000), body);
		expect(isValid(secret, headersOf(signature), body)).toBe(true);
		expect(isValid(createSecret(), headersOf(signature), body)).toBe(false);
		expect(isValid(secret, headersOf(signature), `${body} `)).toBe(false);
	});

	it.each([
		[-301, false],
		[-300, true],
		[300, true],
		[301, false],
	])('that is signed %i seconds from now is accepted: %s', (seconds, accepted) => {
		const at = VECTOR.at + seconds;
		const signature = new StandardWebhook(VECTOR.secret).sign(VECTOR.id, new Date(at * 1000), VECTOR.body);
		expect(isValid(VECTOR.secret, headersOf(signature, at))).toBe(accepted);
	});

	it('is accepted beside others in the header, while a secret is rotated', () => {
		const other = new StandardWebhook(createSecret()).sign(
			VECTOR.id,
			new Date(VECTOR.at * 1000),
			VECTOR.body,
		);
		expect(isValid(VECTOR.secret, headersOf(`${other} v1a,x ${VECTOR.signature}`))).toBe(true);
		expect(isValid(VECTOR.secret, headersOf(`${other} v1a,x`))).toBe(false);
	});
});
