import { changePicture } from '../groups/group-settings.ts';
import { personByJid } from '../world.ts';
import { bytesOf, stanza, type Stanza } from '../wire/stanza.ts';
import { requireEditor } from './groups.ts';
import { requireCompanion, QueryError, type Query } from './query.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Returns the URL of a picture, or an error when it is missing or private; or changes one. */
export function answerPictureQuery(query: Query): Stanza[] {
	const { world, iq } = query;
	if (iq.attrs.type === 'set') return setPicture(query);
	const target = iq.attrs.target ?? '';
	const group = world.groups.get(target);
	const person = group === undefined ? personByJid(world, target) : null;
	const picture = group?.picture ?? person?.picture ?? null;
	if (person?.behavior === 'blocks' || picture === 'private') throw new QueryError(401, 'not-authorized');
	if (picture === null) throw new QueryError(404, 'item-not-found');
	return [stanza('picture', { id: '1', type: 'image', url: picture, direct_path: '/v/picture.jpg' })];
}

/** Sets the picture of a group or of the account; without an image it removes it. */
function setPicture(query: Query): Stanza[] {
	const { world, iq, first } = query;
	const { person } = requireCompanion(query);
	const image = first === undefined ? null : bytesOf(first);
	if (image !== null && !image.subarray(0, JPEG.length).equals(JPEG)) {
		throw new QueryError(406, 'not-acceptable');
	}
	if (iq.attrs.target !== undefined) {
		changePicture(world, requireEditor(query, iq.attrs.target), person, image);
	} else {
		person.image = image;
		person.picture = image === null ? null : `https://pps.whatsapp.net/v/${person.phone}.jpg`;
	}
	return image === null ? [] : [stanza('picture', { id: String(Date.now()) })];
}
