import { child, children, stanza, type Stanza } from '../wire/stanza.ts';
import type { Query } from './query.ts';

/** Answers app state sync: all collections are empty, and patches are discarded. */
export function answerAppStateSync({ iq }: Query): Stanza[] {
	const collections = children(child(iq, 'sync'), 'collection').map(({ attrs }) =>
		stanza('collection', { name: attrs.name, version: attrs.version, has_more_patches: 'false' }),
	);
	return [stanza('sync', {}, collections)];
}
