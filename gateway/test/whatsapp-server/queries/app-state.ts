import { child, children, stanza, type Stanza } from '../wire/stanza.ts';
import type { Query } from './query.ts';

/** The collections of the account's settings: all of them are empty; what a client adds is taken, and forgotten. */
export function syncAppState({ iq }: Query): Stanza[] {
	const collections = children(child(iq, 'sync'), 'collection').map(({ attrs }) =>
		stanza('collection', { name: attrs.name, version: attrs.version, has_more_patches: 'false' }),
	);
	return [stanza('sync', {}, collections)];
}
