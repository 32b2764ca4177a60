import type { Found, FoundMessages } from '../../api/types.ts';
import { formatPerson } from '../../components/display/person.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Highlighted, rangesOf } from '../../components/search/highlighted.tsx';
import { hrefTo, navigate } from '../../routing/location.ts';
import type { Choice } from './choice.ts';

type Person = Found['chats'][number];

/** The chats, contacts and the delivery that the gateway found for a text. */
export function foundChoices({ chats, contacts, delivery }: Found, text: string): Choice[] {
	return [
		...(delivery === null ? [] : [deliveryChoice(delivery)]),
		...chats.map((chat) => personChoice('Chats', chat, text)),
		...contacts.map((contact) => personChoice('Contacts', contact, text)),
	];
}

/** The messages that the gateway found. */
export function messageChoices({ data }: FoundMessages): Choice[] {
	return data.map((message) => ({
		key: message.messageId,
		group: 'Messages',
		icon: 'chat',
		title: message.snippet.text,
		marks: message.snippet.matches,
		detail: (
			<>
				<bdi>{message.contactName ?? formatPerson(message.from ?? message.to, message.chatId)}</bdi>{' '}
				<Timestamp at={message.timestamp} />
			</>
		),
		act() {
			navigate(hrefTo('messages', message.messageId));
		},
	}));
}

function personChoice(group: 'Chats' | 'Contacts', person: Person, text: string): Choice {
	const { name, phone, chatId, instanceId, instanceName, isGroup } = person;
	const number = formatPerson(phone, chatId);
	const title = name ?? number;
	return {
		key: `${group} ${instanceId} ${chatId}`,
		group,
		icon: isGroup ? 'group' : 'person',
		title,
		marks: rangesOf(title, text),
		detail: (
			<>
				{title !== number && (
					<>
						<Highlighted text={number} ranges={rangesOf(number, text.replace(/^\+/, ''))} />,{' '}
					</>
				)}
				<bdi>{instanceName}</bdi>
			</>
		),
		act() {
			navigate(hrefTo('chats', instanceId, chatId));
		},
	};
}

function deliveryChoice({ deliveryId, webhookId }: NonNullable<Found['delivery']>): Choice {
	return {
		key: deliveryId,
		group: 'Go to',
		icon: 'webhook',
		title: 'Delivery',
		detail: deliveryId,
		act() {
			navigate(hrefTo('webhooks', webhookId, 'deliveries', deliveryId));
		},
	};
}
