import { signal } from '@preact/signals';
import { STORAGE_PREFIX } from '../../api/gateway-url.ts';
import type { Overview } from '../../api/types.ts';
import { hrefTo } from '../../routing/location.ts';

const STORED_AS = `${STORAGE_PREFIX}firstSteps`;

/** Whether the reader has hidden the first steps in this browser. */
export const firstStepsAreHidden = signal(localStorage.getItem(STORED_AS) === 'hidden');

export function hideFirstSteps(): void {
	firstStepsAreHidden.value = true;
	localStorage.setItem(STORED_AS, 'hidden');
}

/** A step of a newcomer. */
export interface Step {
	title: string;
	done: boolean;
	/** How to do it, in a sentence. */
	how: string;
	/** The screen on which to do it; null: not on the page. */
	href: string | null;
	/** The text of the link. */
	action: string;
}

/** Returns the first steps with a gateway, in the order in which they are done. */
export function firstSteps(
	{ instances, firstSteps: done }: Overview,
	{ simulated, owner }: { simulated: boolean; owner: boolean },
): Step[] {
	const { instanceId } = done;
	const instance = instanceId === null ? '#/instances' : hrefTo('instances', instanceId);
	const chats = instanceId === null ? '#/chats' : hrefTo('chats', instanceId);
	return [
		{
			title: 'Create an instance',
			done: instances.total > 0,
			how: 'An instance is the connection to one account on the network.',
			href: '#/instances',
			action: 'Create an instance',
		},
		{
			title: 'Connect it',
			done: done.connected,
			how: simulated
				? 'Show its QR code, and scan it with a simulated phone: no real phone is needed.'
				: 'Scan its QR code with the phone of the account, or enter the credentials of the official API.',
			href: instance,
			action: 'Connect the instance',
		},
		{
			title: 'Send a first message',
			done: done.sent,
			how: 'Write to a number in its chats.',
			href: chats,
			action: 'Write a message',
		},
		{
			title: 'Receive a message',
			done: done.received,
			how: simulated
				? 'Write to the instance from the simulated phone: Phone, at the top right.'
				: 'Write to the account from another phone.',
			href: chats,
			action: 'Watch its chats',
		},
		{
			title: 'Give n8n an API key',
			done: done.keyUsed,
			how: owner
				? 'Create a key, and enter it with the address of the gateway as the credential in n8n. It is ticked with the first request.'
				: 'An owner of this gateway creates one. It is ticked with the first request.',
			href: owner ? '#/keys' : null,
			action: 'Create a key',
		},
		{
			title: 'Receive an event in n8n',
			done: done.delivered,
			how: 'Activate a workflow with the Messaging Gateway Trigger, which creates its webhook, and let a message arrive.',
			href: '#/webhooks',
			action: 'Show the webhooks',
		},
	];
}
