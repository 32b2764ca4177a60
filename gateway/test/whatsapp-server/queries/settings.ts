import { stanza, textOf, type Stanza } from '../wire/stanza.ts';
import { jidOf } from '../phone/people.ts';
import { capData, timelockData } from '../phone/restrictions.ts';
import { LIDS, parseJid, PHONES } from '../wire/jid.ts';
import { personByJid, personByPhone } from '../world.ts';
import { QueryError, requireCompanion, type Query } from './query.ts';

/** The server's feature flags: privacy tokens in individual chats and for pictures. */
export function answerProps(): Stanza[] {
	const prop = (code: string) => stanza('prop', { config_code: code, config_value: '1' });
	return [stanza('props', { protocol: '1', hash: 'test' }, [prop('10518'), prop('9666')])];
}

/** The people that the account has blocked, by LID. To block somebody takes the LID and the phone number. */
export function answerBlocklist(query: Query): Stanza[] {
	const { world, iq, first } = query;
	const { blocked } = requireCompanion(query).person;
	if (iq.attrs.type === 'set') {
		const { action, jid = '', pn_jid: phoneJid = '' } = first?.attrs ?? {};
		const person = parseJid(jid).server === LIDS ? personByJid(world, jid) : null;
		const isNamed = action === 'unblock' || (person !== null && phoneJid === jidOf(person, PHONES));
		if (person === null || !isNamed) throw new QueryError(400, 'bad-request');
		if (action === 'block') blocked.add(person.phone);
		else blocked.delete(person.phone);
	}
	const items = [...blocked].flatMap((phone) => {
		const person = personByPhone(world, phone);
		return person === null ? [] : [stanza('item', { jid: jidOf(person, LIDS) })];
	});
	return [stanza('list', { dhash: 'test' }, items)];
}

/** Changes the text of the account's profile. */
export function answerStatus(query: Query): Stanza[] {
	if (query.iq.attrs.type === 'set') requireCompanion(query).person.about = textOf(query.first);
	return [];
}

/** The account's privacy settings: everything is public. Changes and tokens are accepted. */
export function answerPrivacy({ iq }: Query): Stanza[] {
	if (iq.attrs.type !== 'get') return [];
	const all = (name: string) => stanza('category', { name, value: 'all' });
	const names = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'messages'];
	return [stanza('privacy', {}, names.map(all))];
}

/** GraphQL in a stanza: the restrictions of the account. */
export function answerMex(query: Query): Stanza[] {
	const { standing } = requireCompanion(query).person;
	const data = {
		xwa2_fetch_account_reachout_timelock: timelockData(standing),
		xwa2_message_capping_info: capData(standing),
	};
	return [stanza('result', {}, Buffer.from(JSON.stringify({ data })))];
}
