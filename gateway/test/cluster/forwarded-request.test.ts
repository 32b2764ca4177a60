import { describe, expect, it } from '@jest/globals';
import { bodyHashOf, createForwardedReader, signForwarded } from '../../src/cluster/forwarded-request.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const OWN = { id: 'proc_own', secret: 'a secret that both gateways know' };
const BODY = Buffer.from('{"name":"A"}');
const REQUEST = {
	method: 'POST',
	url: '/v1/groups?a=1',
	headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
};
const FORWARDED = {
	requestId: 'req_1',
	address: '203.0.113.7',
	at: NOW,
	nonce: 'once',
	target: OWN.id,
	bodyHash: bodyHashOf(BODY),
	bodyLength: BODY.length,
};

describe('the header of a forwarded request', () => {
	it('is read once', () => {
		const read = createForwardedReader(OWN);
		const header = signForwarded(OWN.secret, REQUEST, FORWARDED);
		expect(read(REQUEST, header, NOW)).toEqual(FORWARDED);
		expect(read(REQUEST, header, NOW)).toBeNull();
		expect(read(REQUEST, header, NOW + 59_000)).toBeNull();
	});

	it.each([
		['another method', { ...REQUEST, method: 'PUT' }],
		['another path', { ...REQUEST, url: '/v1/groups?a=2' }],
		['another key', { ...REQUEST, headers: { ...REQUEST.headers, authorization: 'Bearer other' } }],
		['an added cookie', { ...REQUEST, headers: { ...REQUEST.headers, cookie: 'mgw_session=a' } }],
		['an added idempotency key', { ...REQUEST, headers: { ...REQUEST.headers, 'idempotency-key': 'a' } }],
		['without its content type', { ...REQUEST, headers: { authorization: 'Bearer key' } }],
	])('is refused with %s', (_name, request) => {
		const header = signForwarded(OWN.secret, REQUEST, FORWARDED);
		expect(createForwardedReader(OWN)(request, header, NOW)).toBeNull();
	});

	it.each([
		['for another gateway', OWN.secret, { target: 'proc_other' }],
		['by an unknown secret', 'another secret', {}],
		['more than a minute ago', OWN.secret, { at: NOW - 60_001 }],
		['more than a minute ahead', OWN.secret, { at: NOW + 60_001 }],
	])('is refused when it was signed %s', (_name, secret, change) => {
		const header = signForwarded(secret, REQUEST, { ...FORWARDED, ...change });
		expect(createForwardedReader(OWN)(REQUEST, header, NOW)).toBeNull();
	});

	it.each(['', '.', 'a.b', 'e30.'])('is refused when it is "%s"', (header) => {
		expect(createForwardedReader(OWN)(REQUEST, header, NOW)).toBeNull();
	});
});
