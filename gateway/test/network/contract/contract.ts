import { describe } from '@jest/globals';
import { readAndTyping } from './chapters/read-and-typing.ts';
import { connecting } from './chapters/connecting.ts';
import { groups } from './chapters/groups.ts';
import { missingContent } from './chapters/missing-content.ts';
import { history } from './chapters/history.ts';
import { contacts } from './chapters/contacts.ts';
import { peopleWithoutNumbers } from './chapters/people-without-numbers.ts';
import { changes } from './chapters/changes.ts';
import { load } from './chapters/load.ts';
import { receipts } from './chapters/receipts.ts';
import { receivedKinds } from './chapters/received-kinds.ts';
import { receiving } from './chapters/receiving.ts';
import { sentKinds } from './chapters/sent-kinds.ts';
import { sending } from './chapters/sending.ts';
import { templates } from './chapters/templates.ts';
import { blocking } from './chapters/blocking.ts';
import { calls } from './chapters/calls.ts';
import { chatChanges } from './chapters/chat-changes.ts';
import { groupSettings } from './chapters/group-settings.ts';
import { pairing } from './chapters/pairing.ts';
import { presence } from './chapters/presence.ts';
import { profile } from './chapters/profile.ts';
import { restrictions } from './chapters/restrictions.ts';
import type { NetworkUnderTest } from './network-under-test.ts';
import { createContractContext } from './contract-context.ts';

const CHAPTERS = [
	connecting,
	pairing,
	sending,
	receipts,
	receiving,
	receivedKinds,
	sentKinds,
	changes,
	readAndTyping,
	contacts,
	peopleWithoutNumbers,
	missingContent,
	groups,
	groupSettings,
	chatChanges,
	blocking,
	profile,
	presence,
	calls,
	restrictions,
	templates,
	history,
	load,
];

/**
 * Tests what every driver guarantees, through the gateway's public surface alone. Capabilities that its driver does
 * not declare are tested to be rejected with their error code.
 */
export function testDriverContract(network: NetworkUnderTest): void {
	describe(`${network.name}:`, () => {
		const context = createContractContext(network);
		for (const chapter of CHAPTERS) chapter(context);
	});
}
