import type { CreateWebhook, MessageType, Webhook } from '../../api/types.ts';

/** The contents of the fields of the delivery settings. */
export interface DeliveryForm {
	ordered: boolean;
	/** Empty: messages are not collected. */
	collectSeconds: string;
	/** Empty: not limited. */
	ratePerSecond: string;
	/** Ids of chats, one a line. */
	chats: string;
	types: readonly MessageType[];
	direction: 'inbound' | 'outbound' | '';
	owner: 'bot' | 'person' | '';
	contains: string;
	startsWith: string;
	equals: string;
}

type Settings = Pick<Webhook, 'ordered' | 'collect' | 'filter' | 'ratePerSecond'>;

export const NO_DELIVERY_SETTINGS: Settings = {
	ordered: false,
	collect: null,
	filter: null,
	ratePerSecond: null,
};

/** Returns the contents of the fields for the settings of a webhook. */
export function deliveryFormOf({ ordered, collect, filter, ratePerSecond }: Settings): DeliveryForm {
	const { chats = [], types = [], directions = [], owners = [], text = {} } = filter ?? {};
	return {
		ordered,
		collectSeconds: collect === null ? '' : String(collect.seconds),
		ratePerSecond: ratePerSecond === null ? '' : String(ratePerSecond),
		chats: chats.join('\n'),
		types,
		// Both values leave nothing out.
		direction: directions.length === 1 ? (directions[0] ?? '') : '',
		owner: owners.length === 1 ? (owners[0] ?? '') : '',
		contains: text.contains ?? '',
		startsWith: text.startsWith ?? '',
		equals: text.equals ?? '',
	};
}

/** Returns the settings that the fields contain. The gateway refuses those that are out of range. */
export function settingsOfForm(form: DeliveryForm): Required<Pick<CreateWebhook, keyof Settings>> {
	const { ordered, collectSeconds, ratePerSecond } = form;
	const { direction, owner, contains, startsWith, equals } = form;
	const chats = form.chats.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trim()));
	const text = {
		...(contains === '' ? {} : { contains }),
		...(startsWith === '' ? {} : { startsWith }),
		...(equals === '' ? {} : { equals }),
	};
	const filter = {
		...(chats.length === 0 ? {} : { chats: [...new Set(chats)] }),
		...(form.types.length === 0 ? {} : { types: [...form.types] }),
		...(direction === '' ? {} : { directions: [direction] }),
		...(owner === '' ? {} : { owners: [owner] }),
		...(Object.keys(text).length === 0 ? {} : { text }),
	};
	return {
		ordered,
		collect: collectSeconds === '' ? null : { seconds: Number(collectSeconds) },
		filter: Object.keys(filter).length === 0 ? null : filter,
		ratePerSecond: ratePerSecond === '' ? null : Number(ratePerSecond),
	};
}
