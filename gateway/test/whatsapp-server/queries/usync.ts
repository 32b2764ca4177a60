import { jid, LIDS, parseJid, PHONES } from '../wire/jid.ts';
import { jidOf, type Person } from '../phone/people.ts';
import { child, children, stanza, textOf, type Stanza } from '../wire/stanza.ts';
import { personByJid, personByPhone, type World } from '../world.ts';
import type { Query } from './query.ts';

/** Answers usync: whether people are on the network, their devices, LIDs and about texts. */
export function answerUsync({ world, first }: Query): Stanza[] {
	const fields = children(child(first, 'query')).map((one) => one.tag);
	const users = children(child(first, 'list'), 'user').map((user) => describe(world, user, fields));
	return [
		stanza('usync', { ...first?.attrs }, [
			stanza(
				'result',
				{},
				fields.map((tag) => stanza(tag)),
			),
			stanza('list', {}, users),
		]),
	];
}

function describe(world: World, user: Stanza, fields: readonly string[]): Stanza {
	const phone = textOf(child(user, 'contact')).replace(/\D/g, '');
	const name = user.attrs.jid ?? jid(phone, PHONES);
	const person = user.attrs.jid === undefined ? personByPhone(world, phone) : personByJid(world, name);
	if (person === null) return stanza('user', { jid: name }, fields.flatMap(absent));
	const { server } = parseJid(name);
	return stanza(
		'user',
		{ jid: jidOf(person, server) },
		fields.flatMap((tag) => fact(person, tag)),
	);
}

function fact(person: Person, tag: string): Stanza[] {
	switch (tag) {
		case 'contact':
			return [stanza('contact', { type: 'in' })];
		case 'lid':
			return [stanza('lid', { val: jid(person.lid, LIDS) })];
		case 'devices':
			return [stanza('devices', {}, [person.devicesRefused ? REFUSED : deviceList(person)])];
		case 'status':
			return [
				person.about === null || person.behavior === 'blocks'
					? stanza('status', { code: '401', t: '0' })
					: stanza('status', { t: '1700000000' }, Buffer.from(person.about)),
			];
		case 'disappearing_mode':
			return [stanza('disappearing_mode', { duration: '0', t: '0' })];
		case 'business':
			return person.isBusiness ? [stanza('business')] : [];
		default:
			return [];
	}
}

const REFUSED = stanza('error', { code: '406', text: 'not-acceptable' });

function deviceList(person: Person): Stanza {
	const linked = person.companions.map(({ device }) =>
		stanza('device', { id: String(device), 'key-index': String(device) }),
	);
	return stanza('device-list', {}, [stanza('device', { id: '0' }), ...linked]);
}

/** The answer for a number that is not on the network. */
function absent(tag: string): Stanza[] {
	if (tag === 'contact') return [stanza('contact', { type: 'out' })];
	return tag === 'devices' ? [stanza('devices', {}, [stanza('device-list')])] : [];
}
