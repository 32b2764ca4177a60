import { personByJid } from '../world.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { QueryError, type Query } from './query.ts';

/** Returns the URL of a picture, or an error when it is missing or private. */
export function answerPictureQuery({ world, iq }: Query): Stanza[] {
	if (iq.attrs.type === 'set') return [stanza('picture', { id: '1' })];
	const target = iq.attrs.target ?? '';
	const group = world.groups.get(target);
	const person = group === undefined ? personByJid(world, target) : null;
	const picture = group?.picture ?? person?.picture ?? null;
	if (person?.behavior === 'blocks' || picture === 'private') throw new QueryError(401, 'not-authorized');
	if (picture === null) throw new QueryError(404, 'item-not-found');
	return [stanza('picture', { id: '1', type: 'image', url: picture, direct_path: '/v/picture.jpg' })];
}
