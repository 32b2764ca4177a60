import type { Random } from '../../chaos/random.ts';
import type { Stanza } from '../../gateway/test/whatsapp-server/wire/stanza.ts';
import { randomBytes } from './bytes.ts';
import { unusualText } from './values.ts';

const TAGS = [
	...['message', 'receipt', 'notification', 'call', 'ack', 'enc', 'participants', 'to', 'list', 'item'],
	...[
		'add',
		'remove',
		'create',
		'picture',
		'count',
		'error',
		'offline',
		'dirty',
		'retry',
		'unavailable',
		'xyz',
	],
] as const;

/** Returns a copy of a stanza with one to four mutations, and their description. */
export function mutateStanza(random: Random, original: Stanza): { stanza: Stanza; what: string } {
	const stanza = structuredClone(original);
	const mutations: string[] = [];
	for (let left = random.chance(0.6) ? 1 : random.integer(2, 4); left > 0; left -= 1) {
		// The outermost stanza selects the handler, so it is mutated as often as all others together.
		const [first, ...others] = listStanzas(stanza);
		if (first === undefined) break;
		const chosen = random.chance(0.5) ? first : random.pick([first, ...others]);
		// Two large mutations would exceed the maximum size of a frame.
		const mayBeLarge = !mutations.some((one) => LARGE.some((name) => one.startsWith(name)));
		mutations.push(`${mutate(random, chosen, mayBeLarge)} of ${chosen.tag.slice(0, 20)}`);
	}
	return { stanza, what: mutations.join(', ') };
}

function listStanzas(stanza: Stanza): Stanza[] {
	return [stanza, ...(Array.isArray(stanza.content) ? stanza.content.flatMap(listStanzas) : [])];
}

const MUTATIONS: Readonly<Record<string, (random: Random, stanza: Stanza) => string>> = {
	missing(random, stanza) {
		const name = attributeOf(random, stanza);
		stanza.attrs = Object.fromEntries(Object.entries(stanza.attrs).filter(([key]) => key !== name));
		return name;
	},
	odd(random, stanza) {
		const name = attributeOf(random, stanza);
		stanza.attrs[name] = unusualText(random);
		return name;
	},
	swapped(random, stanza) {
		const [one, other] = [attributeOf(random, stanza), attributeOf(random, stanza)];
		const value = stanza.attrs[one] ?? '';
		stanza.attrs[one] = stanza.attrs[other] ?? '';
		stanza.attrs[other] = value;
		return `${one} and ${other}`;
	},
	added(random, stanza) {
		const name = random.pick(['participant', 'recipient', 'offline', 'type', 'from', 'category', 'edit']);
		stanza.attrs[name] = unusualText(random);
		return name;
	},
	tag(random, stanza) {
		stanza.tag = random.chance(0.7) ? random.pick(TAGS) : unusualText(random).slice(0, 200) || 'x';
		return stanza.tag.slice(0, 20);
	},
	empty(_random, stanza) {
		delete stanza.content;
		return 'content';
	},
	bytes(random, stanza) {
		stanza.content = randomBytes(random, random.pick([0, 1, 4, 33, 300]));
		return 'content';
	},
	text(random, stanza) {
		stanza.content = unusualText(random);
		return 'content';
	},
	doubled(_random, stanza) {
		if (Array.isArray(stanza.content)) stanza.content.push(...structuredClone(stanza.content));
		else stanza.content = [structuredClone(stanza)];
		return 'content';
	},
	nested(random, stanza) {
		let nested: Stanza = structuredClone(stanza);
		for (let depth = random.pick([2, 20, 200]); depth > 0; depth -= 1) {
			nested = { tag: stanza.tag, attrs: {}, content: [nested] };
		}
		stanza.content = [nested];
		return 'content';
	},
	many(random, stanza) {
		const tag = random.pick(TAGS);
		const id = unusualText(random).slice(0, 50);
		// Each is an object of its own, so that a later mutation changes one of them and not all.
		stanza.content = Array.from({ length: random.pick([5, 100, 1000]) }, () => ({
			tag,
			attrs: { id, jid: 'x@lid' },
		}));
		return 'content';
	},
};
const NAMES = Object.keys(MUTATIONS) as [string, ...string[]];

const LARGE: readonly string[] = ['many', 'nested', 'doubled'];

function mutate(random: Random, stanza: Stanza, mayBeLarge: boolean): string {
	const chosen = random.pick(NAMES);
	const name = LARGE.includes(chosen) && !mayBeLarge ? 'missing' : chosen;
	return `${name} ${MUTATIONS[name]?.(random, stanza) ?? ''}`;
}

function attributeOf(random: Random, { attrs }: Stanza): string {
	const [first = 'id', ...others] = Object.keys(attrs);
	return random.pick([first, ...others]);
}
