import { child, children, stanza, type Stanza } from '../wire/stanza.ts';
import type { Query } from './query.ts';

/** Answers app state sync: all collections are empty but for the patches that a test has set. New patches are discarded. */
export function answerAppStateSync({ world, iq }: Query): Stanza[] {
	const collections = children(child(iq, 'sync'), 'collection').map(({ attrs }) =>
		stanza('collection', { name: attrs.name, version: attrs.version, has_more_patches: 'false' }, [
			...(world.appStatePatches.has(attrs.name ?? '')
				? [stanza('patches', {}, [stanza('patch', {}, world.appStatePatches.get(attrs.name ?? ''))])]
				: []),
		]),
	);
	return [stanza('sync', {}, collections)];
}
