import { acceptPatch, collectionOf } from '../phone/app-state.ts';
import { applyMutation, notifySync } from '../phone/chat-states.ts';
import { bytesOf, child, children, stanza, type Stanza } from '../wire/stanza.ts';
import { requireCompanion, type Query } from './query.ts';

/**
 * Answers app state sync: a client gets the patches after its version, and sends patches of its own. The server cannot
 * read them; what the account's other devices would reject is a violation.
 */
export function answerAppStateSync(query: Query): Stanza[] {
	const collections = children(child(query.iq, 'sync'), 'collection').map((one) => answer(query, one));
	return [stanza('sync', {}, collections)];
}

function answer(query: Query, collection: Stanza): Stanza {
	const { world } = query;
	const companion = requireCompanion(query);
	const { person } = companion;
	const { name = '', version = '0' } = collection.attrs;
	const { patches } = collectionOf(person.appState, name);
	const patch = child(collection, 'patch') ?? child(child(collection, 'patches'), 'patch');
	if (patch === undefined) {
		const set = world.appStatePatches.get(name);
		const stored = patches.slice(Number(version));
		const sent = stored.slice(0, world.patchesPerAnswer);
		const missed = (set === undefined ? sent : [set]).map((bytes) => stanza('patch', {}, bytes));
		const content = missed.length === 0 ? [] : [stanza('patches', {}, missed)];
		const has_more_patches = String(set === undefined && sent.length < stored.length);
		return stanza('collection', { name, version, has_more_patches }, content);
	}
	if (Number(version) !== patches.length) {
		const conflict = stanza('error', { code: '409', text: 'conflict' });
		return stanza('collection', { name, version: String(patches.length), type: 'error' }, [conflict]);
	}
	try {
		for (const mutation of acceptPatch(person.appState, name, bytesOf(patch))) {
			applyMutation(world, person, mutation);
		}
	} catch (error) {
		world.log.violations.push(`${person.phone}: ${name}: ${error instanceof Error ? error.message : ''}`);
	}
	notifySync(person, [name], companion);
	return stanza('collection', { name, version: String(patches.length) });
}
