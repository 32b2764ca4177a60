import type { FilledGateway } from './filled-gateway.ts';

/** A request for a page of history or chats. */
export interface Query {
	name: string;
	/** Returns path and query of a turn, so that each turn requests another page. */
	target: (gateway: FilledGateway, turn: number) => string;
	/** Maximum ratio of the time in the large database to that in the small one; default 1.5. */
	limit?: number;
}

/** A search compares every chat of the instance, and the large database has 100 times as many. */
const SEARCH_LIMIT = 10;

const history = (rest: (gateway: FilledGateway, turn: number) => string): Query['target'] => {
	return (gateway, turn) => `/v1/messages?instanceId=${gateway.instanceId}&limit=50${rest(gateway, turn)}`;
};
const chats = (rest: (gateway: FilledGateway, turn: number) => string): Query['target'] => {
	return (gateway, turn) =>
		`/v1/messages/chats?instanceId=${gateway.instanceId}&limit=50${rest(gateway, turn)}`;
};

const texts = (rest: (gateway: FilledGateway, turn: number) => string): Query['target'] => {
	return (gateway, turn) => `/v1/messages/search?limit=50&q=${rest(gateway, turn)}`;
};

/** Pages that clients request: the newest, by cursor, of one chat, sorted, filtered, searched. */
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
	{
		name: 'chats, search by name',
		target: chats((gateway, turn) => `&search=${gateway.nameAt(turn)}`),
		limit: SEARCH_LIMIT,
	},
	{
		name: 'chats, search by phone',
		target: chats((gateway, turn) => `&search=${gateway.phoneAt(turn)}`),
		limit: SEARCH_LIMIT,
	},
	{
		name: 'chats, search without a hit',
		target: chats((_gateway, turn) => `&search=nobody${turn % 10}`),
		limit: SEARCH_LIMIT,
	},
	{ name: 'texts, a rare word', target: texts((_gateway, turn) => `${turn % 9000}%20`) },
	{ name: 'texts, a frequent word', target: texts(() => 'prices%20') },
	{
		name: 'texts, before a cursor',
		target: texts((gateway, turn) => `opening%20hours%20&before=${gateway.messageAt(turn)}`),
	},
	{
		name: 'texts of a chat',
		target: texts((gateway, turn) => {
			return `prices%20&instanceId=${gateway.instanceId}&phone=${gateway.phoneAt(turn)}`;
		}),
	},
	{
		name: 'texts, a beginning',
		target: texts((_gateway, turn) => `conversation%20${1 + (turn % 9)}`),
		limit: SEARCH_LIMIT,
	},
	{ name: 'texts, without a hit', target: texts((_gateway, turn) => `nobody${turn % 10}`) },
];
