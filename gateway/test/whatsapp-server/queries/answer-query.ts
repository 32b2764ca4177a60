import type { Connection } from '../connection.ts';
import { deliverPending } from '../deliver.ts';
import { sendHistory } from '../phone/history.ts';
import { SERVER } from '../wire/jid.ts';
import { answerAppStateSync } from './app-state.ts';
import { answerGroupQuery } from './groups.ts';
import { answerKeyQuery } from './keys.ts';
import { answerDeviceQuery } from './linking.ts';
import { answerMediaConn } from './media.ts';
import { answerPictureQuery } from './picture.ts';
import { QueryError, type Answer, type Query } from './query.ts';
import { answerMex, answerPrivacy, answerProps, answerBlocklist, answerStatus } from './settings.ts';
import { answerUsync } from './usync.ts';
import { takeQueryRule } from '../rules.ts';
import { children, stanza, type Stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';

const nothing: Answer = () => [];

/** The handlers of queries by namespace. */
const ANSWERS: Readonly<Record<string, Answer>> = {
	encrypt: answerKeyQuery,
	usync: answerUsync,
	passive: nothing,
	'w:p': nothing,
	'w:stats': nothing,
	'urn:xmpp:whatsapp:dirty': nothing,
	abt: answerProps,
	blocklist: answerBlocklist,
	privacy: answerPrivacy,
	status: answerStatus,
	'w:m': answerMediaConn,
	'w:profile:picture': answerPictureQuery,
	'w:biz': () => [stanza('business_profile')],
	'w:g2': answerGroupQuery,
	'w:sync:app:state': answerAppStateSync,
	'w:mex': answerMex,
	md: answerDeviceQuery,
};

/** Answers a query of a client, with a result or an error. */
export function answerQuery(world: World, connection: Connection, iq: Stanza): void {
	const { id = '', xmlns = '', to } = iq.attrs;
	const [first] = children(iq);
	const tag = first?.tag ?? '';
	const account = connection.companion?.person.phone ?? '';
	const name = `${xmlns} ${tag}`;
	world.log.queries.set(name, (world.log.queries.get(name) ?? 0) + 1);

	const rule = takeQueryRule(world, account, xmlns, tag);
	const reply = (type: string, content: Stanza[]) => {
		connection.send(stanza('iq', { id, from: to ?? SERVER, type }, content));
	};
	const respond = () => {
		if (rule?.error !== undefined) {
			reply('error', [stanza('error', { code: String(rule.error), text: rule.text ?? 'refused' })]);
			return;
		}
		try {
			reply('result', rule?.empty === true ? [] : answerOf({ world, connection, iq, first }, xmlns));
		} catch (error) {
			if (!(error instanceof QueryError)) throw error;
			reply('error', [stanza('error', { code: String(error.code), text: error.message })]);
			return;
		}
		if (tag === 'active') activate(world, connection);
	};
	if (rule?.held === true) world.heldAnswers.push(respond);
	else if (rule?.delay === undefined) respond();
	else if (rule.delay >= 0) setTimeout(respond, rule.delay);
}

function answerOf(query: Query, xmlns: string): Stanza[] {
	const answer = ANSWERS[xmlns];
	if (answer === undefined || (query.connection.companion === null && xmlns !== 'md' && xmlns !== 'w:p')) {
		throw new QueryError(501, 'feature-not-implemented');
	}
	return answer(query);
}

/** Sends a client its pending stanzas and, the first time, the history of its phone. */
function activate(world: World, { companion }: Connection): void {
	if (companion === null) return;
	deliverPending(companion);
	sendHistory(world, companion);
}
