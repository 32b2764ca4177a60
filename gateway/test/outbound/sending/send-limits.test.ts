import { describe, expect, it } from '@jest/globals';
import type { InstanceId } from '../../../src/domain/ids.ts';
import { createSendQueue } from '../../../src/outbound/sending/send-queue.ts';

const FIRST = 'inst_01k9z5q7v8w9x0y1z2a3b4c5d6' as InstanceId;
const SECOND = 'inst_01k9z5q7v8w9x0y1z2a3b4c5d7' as InstanceId;
const THREE_CHATS = ['one', 'two', 'three'];

describe('the chats that are sent to at the same time', () => {
	const queueWith = (limits: { total: number; perInstance: number }) => {
		const queue = createSendQueue(limits, () => true);
		queue.add(FIRST, THREE_CHATS);
		queue.add(SECOND, THREE_CHATS);
		return queue;
	};

	it('are no more of one instance than its limit', () => {
		const queue = queueWith({ total: 10, perInstance: 2 });
		const taken = queue.take(0);
		expect(taken.map(({ instanceId }) => instanceId).toSorted()).toEqual([FIRST, FIRST, SECOND, SECOND]);
		expect(queue.take(0)).toEqual([]);
		queue.release({ instanceId: FIRST, chatId: 'one' }, false);
		expect(queue.take(0)).toEqual([{ instanceId: FIRST, chatId: 'three' }]);
	});

	it('are no more in all than the limit, which the instances share in turn', () => {
		const queue = queueWith({ total: 3, perInstance: 3 });
		const taken = queue.take(0);
		expect(taken.map(({ instanceId }) => instanceId)).toEqual([FIRST, SECOND, FIRST]);
		expect(queue.take(0)).toEqual([]);
		queue.release({ instanceId: FIRST, chatId: 'one' }, false);
		expect(queue.take(0)).toEqual([{ instanceId: SECOND, chatId: 'two' }]);
	});
});
