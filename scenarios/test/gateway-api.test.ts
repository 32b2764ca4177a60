import { describe, expect, it } from '@jest/globals';
import { EVENT_KINDS as GATEWAY_EVENT_KINDS } from '../../gateway/src/domain/events/event-kind.ts';
import {
	MEDIA_TYPES as GATEWAY_MEDIA_TYPES,
	SENT_TYPES as GATEWAY_SENT_TYPES,
} from '../../gateway/src/domain/messages/message.ts';
import { PHONE_PATTERN } from '../../gateway/src/domain/phone.ts';
import type { GroupListItem } from '../../gateway/src/http/groups/schema.ts';
import type { InstanceListItem } from '../../gateway/src/http/instances/schema.ts';
import type {
	PhoneChat as GatewayPhoneChat,
	PhoneMessage as GatewayPhoneMessage,
} from '../../gateway/src/network/simulator/api/phones/schema.ts';
import {
	EVENT_KINDS,
	MEDIA_TYPES,
	PHONE_NUMBER,
	SENT_TYPES,
	type Group,
	type Instance,
	type PhoneChat,
	type PhoneMessage,
} from '../src/gateway/gateway-api.ts';

type Fits<Declared, Returned extends Declared> = Returned;

/** Compiles only while the gateway returns the fields that scenarios read. */
export type Responses = [
	Fits<Instance, InstanceListItem>,
	Fits<Group, GroupListItem>,
	Fits<PhoneMessage, GatewayPhoneMessage>,
	Fits<PhoneChat, GatewayPhoneChat>,
];

describe('the declared interface of the gateway', () => {
	it("has the gateway's event kinds, message types and phone numbers", () => {
		expect(EVENT_KINDS).toEqual(GATEWAY_EVENT_KINDS);
		expect(MEDIA_TYPES).toEqual(GATEWAY_MEDIA_TYPES);
		expect(SENT_TYPES).toEqual(GATEWAY_SENT_TYPES);
		expect(PHONE_NUMBER.source).toBe(PHONE_PATTERN);
	});
});
