import type { Connection } from './connection.ts';
import { deliverPending } from './deliver.ts';
import { tellHistory } from './phone/history.ts';
import { SERVER } from './wire/jid.ts';
import { syncAppState } from './queries/app-state.ts';
import { answerAboutGroups } from './queries/groups.ts';
import { answerAboutKeys } from './queries/keys.ts';
import { answerAboutDevices } from './queries/linking.ts';
import { offerMediaHost } from './queries/media.ts';
import { answerAboutPicture } from './queries/picture.ts';
import { Refusal, type Answer, type Query } from './queries/query.ts';
import { answerMex, answerPrivacy, answerProps, listBlocked } from './queries/settings.ts';
import { lookUp } from './queries/usync.ts';
import { takeQueryRule } from './rules.ts';
import { children, stanza, type Stanza } from './wire/stanza.ts';
import type { World } from './world.ts';

const nothing: Answer = () => [];

/** Who answers a query, by its namespace. */
const ANSWERS: Readonly<Record<string, Answer>> = {
	encrypt: answerAboutKeys,
	usync: lookUp,
	passive: nothing,
	'w:p': nothing,
	'w:stats': nothing,
	'urn:xmpp:whatsapp:dirty': nothing,
	abt: answerProps,
	blocklist: listBlocked,
	privacy: answerPrivacy,
	status: nothing,
	'w:m': offerMediaHost,
	'w:profile:picture': answerAboutPicture,
	'w:biz': () => [stanza('business_profile')],
	'w:g2': answerAboutGroups,
	'w:sync:app:state': syncAppState,
	'w:mex': answerMex,
	md: answerAboutDevices,
};

/** A client asks something; it is answered, or refused. */
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
			if (!(error instanceof Refusal)) throw error;
			reply('error', [stanza('error', { code: String(error.code), text: error.message })]);
			return;
		}
		if (tag === 'active') becomeActive(world, connection);
	};
	if (rule?.delay === undefined) respond();
	else if (rule.delay >= 0) setTimeout(respond, rule.delay);
}

function answerOf(query: Query, xmlns: string): Stanza[] {
	const answer = ANSWERS[xmlns];
	if (answer === undefined || (query.connection.companion === null && xmlns !== 'md' && xmlns !== 'w:p')) {
		throw new Refusal(501, 'feature-not-implemented');
	}
	return answer(query);
}

/** The client is ready for what waits for it, and, the first time, for what the phone has to tell. */
function becomeActive(world: World, { companion }: Connection): void {
	if (companion === null) return;
	deliverPending(companion);
	tellHistory(world, companion);
}
