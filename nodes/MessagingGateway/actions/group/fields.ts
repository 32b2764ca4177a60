import type { Fields } from '../../descriptions/output';

/** The fields of a group (specification: Group, detail). */
export const groupFields: Fields = {
	all: [
		'admins',
		'createdAt',
		'description',
		'id',
		'name',
		'owner',
		'participants',
		'pictureUrl',
		'settings',
	],
	simplified: ['id', 'name', 'description', 'owner', 'admins', 'participants', 'settings'],
};
