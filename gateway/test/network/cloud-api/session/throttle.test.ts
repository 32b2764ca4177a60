import { describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import { createThrottle } from '../../../../src/network/cloud-api/session/throttle.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const messageId = (index: number) => `msg_${index}` as MessageId;

describe('the rejections of messages by Meta', () => {
	it('are counted for the messages that were rejected last', () => {
		const throttle = createThrottle(createManualClock(), () => Promise.resolve());
		throttle.countRejection(messageId(0));
		throttle.countRejection(messageId(1));
		expect(throttle.countRejection(messageId(0))).toBe(2);
		for (let index = 2; index <= 10_000; index += 1) throttle.countRejection(messageId(index));
		expect(throttle.countRejection(messageId(0))).toBe(3);
		expect(throttle.countRejection(messageId(1))).toBe(1);
	});
});
