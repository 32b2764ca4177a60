import { personNamed } from '../world.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { Refusal, type Query } from './query.ts';

/** The picture of a person or a group: where it lies, or why it is not to be seen. */
export function answerAboutPicture({ world, iq }: Query): Stanza[] {
	if (iq.attrs.type === 'set') return [stanza('picture', { id: '1' })];
	const target = iq.attrs.target ?? '';
	const group = world.groups.get(target);
	const person = group === undefined ? personNamed(world, target) : null;
	const picture = group?.picture ?? person?.picture ?? null;
	if (person?.habit === 'blocks' || picture === 'private') throw new Refusal(401, 'not-authorized');
	if (picture === null) throw new Refusal(404, 'item-not-found');
	return [stanza('picture', { id: '1', type: 'image', url: picture, direct_path: '/v/picture.jpg' })];
}
