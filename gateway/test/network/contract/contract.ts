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
 * What every driver keeps, through the gateway's public surface alone. What a network cannot do, by the capabilities
 * its driver declares, is tested to be refused with a code that says so.
 */
export function keepsTheContract(network: NetworkUnderTest): void {
	describe(`${network.name}:`, () => {
		const stage = stageFor(network);
		for (const chapter of CHAPTERS) chapter(stage);
	});
}
