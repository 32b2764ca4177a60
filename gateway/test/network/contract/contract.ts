import { describe } from '@jest/globals';
import { attention } from './chapters/attention.ts';
import { connecting } from './chapters/connecting.ts';
import { groups } from './chapters/groups.ts';
import { missingContent } from './chapters/missing-content.ts';
import { past } from './chapters/past.ts';
import { people } from './chapters/people.ts';
import { peopleWithoutNumbers } from './chapters/people-without-numbers.ts';
import { pressure } from './chapters/pressure.ts';
import { receipts } from './chapters/receipts.ts';
import { receiving } from './chapters/receiving.ts';
import { sending } from './chapters/sending.ts';
import { templates } from './chapters/templates.ts';
import type { NetworkUnderTest } from './network-under-test.ts';
import { stageFor } from './stage.ts';

const CHAPTERS = [
	connecting,
	sending,
	receipts,
	receiving,
	attention,
	people,
	peopleWithoutNumbers,
	missingContent,
	groups,
	templates,
	past,
	pressure,
];

/**
 * Tests what every driver guarantees, through the gateway's public surface alone. Capabilities that its driver does
 * not declare are tested to be rejected with their error code.
 */
export function keepsTheContract(network: NetworkUnderTest): void {
	describe(`${network.name}:`, () => {
		const stage = stageFor(network);
		for (const chapter of CHAPTERS) chapter(stage);
	});
}
