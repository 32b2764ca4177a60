import type { Step } from '../step.ts';

/**
 * An index with all that a search of contacts compares: a part of a name or number can be in every contact of an
 * instance, and reading each row for that takes ten times as long.
 */
export const contactSearch: Step = {
	index: { name: 'contacts_by_search', on: 'on contacts (instance_id, sort_name, id, phone, username)' },
};
