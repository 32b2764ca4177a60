import type { IDataObject, IExecuteFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { getOption } from '../descriptions/option';
import { getPeople } from '../descriptions/phones';
import { FROM_VERSION_2, isVersion1 } from '../descriptions/version';
import type { AwaitedReply } from './awaitedReply';
import { readWithinDelivery } from './readWithinDelivery';

/** Whose answers count in a group: everyone's, those of its admins, or those of listed people. */
export type Approvers = 'anyone' | 'admins' | 'people';

const APPROVERS = {
	label: 'Who May Answer',
	options: ['anyone', 'admins', 'people'] as const,
	fallback: 'anyone' as const,
};

/** Which people may answer a question to a group. */
export const approverFields: INodeProperties[] = [
	{
		displayName: 'Who May Answer',
		name: 'approvers',
		type: 'options',
		options: [
			{ name: 'Anyone in the Group', value: 'anyone', description: 'The first answer counts' },
			{
				name: 'Group Admins',
				value: 'admins',
				description: 'People who are admins of the group when they answer',
			},
			{ name: 'Listed People', value: 'people', description: 'People with the numbers or IDs you enter' },
		],
		default: 'anyone',
		displayOptions: { show: FROM_VERSION_2 },
		description: 'Whose answers count when the question goes to a group',
		hint: 'Only matters in a group. In a direct chat the contact answers.',
	},
	{
		displayName: 'Approvers',
		name: 'approverIds',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { ...FROM_VERSION_2, approvers: ['people'] } },
		placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
		description: 'The phone numbers or sender IDs of the people whose answers count, separated by commas',
	},
];

/** The approvers as the form has them. `senders` are phones and IDs; empty unless the approvers are listed. */
export interface ApproverSettings {
	approvers: Approvers;
	senders: string[];
}

/**
 * Reads the approvers from the form. Throws a NodeOperationError when an expression returns none of the options, and when
 * the list is empty or has an invalid entry.
 */
export function getApprovers(context: IExecuteFunctions, itemIndex: number): ApproverSettings {
	if (isVersion1(context.getNode())) {
		const text = context.getNodeParameter('options.senders', itemIndex, '') as unknown;
		const senders = String(text ?? '').trim() ? getPeople(context, 'options.senders', itemIndex) : [];
		return { approvers: senders.length > 0 ? 'people' : 'anyone', senders };
	}
	const approvers = getOption(context, 'approvers', APPROVERS, itemIndex);
	const senders = approvers === 'people' ? getPeople(context, 'approverIds', itemIndex) : [];
	return { approvers, senders };
}

interface Person {
	id: string;
	phone: string | null;
}

/** How many listed IDs are looked up, because the network may have revealed their phone numbers. */
const MAX_HIDDEN = 10;

/** A participant of a group (specification: GET /v1/groups/{groupId}; `id` is an addition). */
interface Participant extends Person {
	isAdmin: boolean;
	isSuperAdmin: boolean;
}

/**
 * Returns whether the answer of an event counts. Reads the group from the gateway to learn its admins, and to compare a
 * person who answers under one ID with an approver who is listed under the other. Throws when the gateway does not
 * answer.
 */
export async function mayAnswer(
	context: IWebhookFunctions,
	{ approvers = 'people', senders, to, instanceId }: AwaitedReply,
	{ from, senderId }: IDataObject,
): Promise<boolean> {
	const isListed = [from, senderId].some((id) => senders.includes(String(id)));
	const isOpen = approvers === 'anyone' || (approvers === 'people' && senders.length === 0);
	if (isOpen || isListed || !to.endsWith('@g.us')) return true;
	if (isVersion1(context.getNode())) return false;
	const { participants = [] } =
		(await readWithinDelivery<{ participants: Participant[] }>(context, {
			path: `/v1/groups/${encodeURIComponent(to)}`,
			query: { instanceId },
			absent: ['group_not_found'],
		})) ?? {};
	const isSender = ({ id, phone }: Person) => id === senderId || (phone !== null && phone === from);
	const sender = participants.find(isSender);
	if (approvers === 'admins') return sender !== undefined && (sender.isAdmin || sender.isSuperAdmin);
	if (sender && [sender.id, sender.phone].some((id) => id !== null && senders.includes(id))) return true;
	const hidden = senders.filter((id) => id.includes('@')).slice(0, MAX_HIDDEN);
	const people = await Promise.all(hidden.map((id) => readPerson(context, id, instanceId)));
	return people.some((person) => person !== undefined && isSender(person));
}

/** Reads the present data of a person whose phone number was hidden; undefined: the network does not reveal it. */
async function readPerson(
	context: IWebhookFunctions,
	id: string,
	instanceId: string,
): Promise<Person | undefined> {
	return await readWithinDelivery<Person>(context, {
		path: `/v1/contacts/${encodeURIComponent(id)}/profile`,
		query: { instanceId },
		absent: ['contact_not_found', 'official_api_instance'],
	});
}
