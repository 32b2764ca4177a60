import { expect, it } from '@jest/globals';
import { createIds, systemClock, systemEntropy } from '../../../../src/runtime/system.ts';
import { messageIdIn, networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';

it('networkIdOf and messageIdIn convert a message id to a network id and back', () => {
	const newId = createIds(systemClock, systemEntropy);
	const ids = [
		...Array.from({ length: 200 }, () => newId('msg')),
		`msg_${'0'.repeat(26)}` as const,
		`msg_7${'z'.repeat(25)}` as const,
	];
	const carried = ids.map(networkIdOf);
	expect(carried.every((one) => /^3EB0[0-9A-F]{32}$/.test(one))).toBe(true);
	expect(carried.map(messageIdIn)).toEqual(ids);
	for (const foreign of ['3EB0F3E170EBFCC7568E', '3A0123456789ABCDEF01', `3EB0${'F'.repeat(31)}`, '']) {
		expect(messageIdIn(foreign)).toBeNull();
	}
});
