import { randomBytes } from 'node:crypto';
import type { Companion } from '../companion.ts';
import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { takeQueryRule } from '../rules.ts';
import { children, stanza, type Stanza } from '../wire/stanza.ts';
import { accountOf, personByJid, type World } from '../world.ts';
import { jidOf, type Person } from './people.ts';

/** A call to an account. */
export interface CallOptions {
	account: string;
	video?: boolean;
	/** The JID of the group that is called. */
	group?: string;
	id?: string;
}

/** A person calls an account; returns the id of the call. */
export function call(world: World, person: Person, options: CallOptions): string {
	const { account, video = false, group, id = randomBytes(16).toString('hex').toUpperCase() } = options;
	const caller = jidOf(person, world.addressing === 'lid' ? LIDS : PHONES);
	const attrs = { from: caller, id: newId(), t: timestamp(), notify: person.name, platform: 'android' };
	const offer = stanza(
		'offer',
		{
			'call-id': id,
			'call-creator': caller,
			caller_pn: world.addressing === 'lid' && !person.hidden ? jidOf(person, PHONES) : undefined,
			...(group === undefined ? {} : { 'group-jid': group, type: 'group' }),
		},
		[stanza('audio', { enc: 'opus', rate: '16000' }), ...(video ? [stanza('video', { enc: 'vp8' })] : [])],
	);
	const companion = accountOf(world, account);
	if (!companion.person.blocked.has(person.phone)) deliver(companion, stanza('call', attrs, [offer]));
	return id;
}

/**
 * Handles the call stanza of a client: it rejects a call. A rule for the query `call reject` with a delay of -1 leaves it
 * unacknowledged.
 */
export function handleCall(world: World, companion: Companion, incoming: Stanza): void {
	const { id, to = '' } = incoming.attrs;
	const [about] = children(incoming);
	const account = companion.person.phone;
	if (about?.tag === 'reject') {
		const person = personByJid(world, about.attrs['call-creator'] ?? '');
		if (person === null) world.log.violations.push(`${account}: rejected the call of nobody`);
		else world.log.rejections.push({ account, by: person.phone, id: about.attrs['call-id'] ?? '' });
	}
	if (takeQueryRule(world, account, 'call', about?.tag ?? '')?.delay === -1) return;
	companion.connection?.send(stanza('ack', { class: 'call', id, from: to, type: about?.tag }));
}
