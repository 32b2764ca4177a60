import { describe } from '@jest/globals';
import { connecting } from './chapters/connecting.ts';
import { receipts } from './chapters/receipts.ts';
import { receiving } from './chapters/receiving.ts';
import { sending } from './chapters/sending.ts';
import type { NetworkUnderTest } from './network-under-test.ts';
import { stageFor } from './stage.ts';

/**
 * What every driver keeps, through the gateway's public surface alone. What a network cannot do, by the capabilities
 * its driver declares, is tested to be refused with a code that says so.
 */
export function keepsTheContract(network: NetworkUnderTest): void {
	describe(`${network.name}:`, () => {
		const stage = stageFor(network);
		for (const chapter of [connecting, sending, receipts, receiving]) chapter(stage);
	});
}
