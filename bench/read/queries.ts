import type { FilledGateway } from './filled-gateway.ts';

/** A page that is asked for again and again, each time another one. */
export interface Query {
	name: string;
	/** Path and query of the page with this number. */
	target: (gateway: FilledGateway, turn: number) => string;
}

const history = (rest: (gateway: FilledGateway, turn: number) => string): Query['target'] => {
	return (gateway, turn) => `/v1/messages?instanceId=${gateway.instanceId}&limit=50${rest(gateway, turn)}`;
};
const chats = (rest: (gateway: FilledGateway, turn: number) => string): Query['target'] => {
	return (gateway, turn) =>
		`/v1/messages/chats?instanceId=${gateway.instanceId}&limit=50${rest(gateway, turn)}`;
};

/** Pages as clients ask for them: the newest, in the middle by cursor, of one chat, sorted, filtered, searched. */
export const QUERIES: readonly Query[] = [
	{ name: 'history, newest', target: history(() => '') },
	{
		name: 'history, before a cursor',
		target: history((gateway, turn) => `&before=${gateway.messageAt(turn)}`),
	},
	{
		name: 'history, after a cursor',
		target: history((gateway, turn) => `&after=${gateway.messageAt(turn)}`),
	},
	{
		name: 'history of a chat by phone',
		target: history((gateway, turn) => `&phone=${gateway.phoneAt(turn)}`),
	},
	{
		name: 'history of a chat, before a cursor',
		target: history((gateway, turn) => {
			return `&chatId=${gateway.phoneAt(turn)}%40s.whatsapp.net&before=${gateway.messageAt(turn)}`;
		}),
	},
	{ name: 'chats, newest', target: chats(() => '') },
	{ name: 'chats, second page', target: chats(() => '&offset=50') },
	{ name: 'chats by unread', target: chats(() => '&sortBy=unreadCount') },
	{ name: 'chats by name, ascending', target: chats(() => '&sortBy=contactName&sortOrder=asc') },
	{ name: 'chats, unread only', target: chats(() => '&unreadOnly=true') },
	{ name: 'chats, search by name', target: chats((gateway, turn) => `&search=${gateway.nameAt(turn)}`) },
	{ name: 'chats, search by phone', target: chats((gateway, turn) => `&search=${gateway.phoneAt(turn)}`) },
	{ name: 'chats, search without a hit', target: chats((_gateway, turn) => `&search=nobody${turn % 10}`) },
];
