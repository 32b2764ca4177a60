import { nearestName } from '../lib/nearest-name.ts';
import { withoutServiceLinks } from './service-links.ts';
import { fileVariableOf, type Environment } from './setting.ts';
import { ALL_SETTINGS } from './all-settings.ts';

const PREFIX = 'GATEWAY_';

/** The names of all variables that the gateway reads. */
const KNOWN: ReadonlySet<string> = new Set(
	ALL_SETTINGS.flatMap(({ variable, isSecret }) =>
		isSecret ? [variable, fileVariableOf(variable)] : [variable],
	),
);

/** What some editors write at the beginning of a file. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns a sentence for each GATEWAY_ variable that is no setting, with the setting that it may mean, and for a setting
 * that is not read because its file begins with a byte order mark, which has become a part of its name.
 */
export function findUnknownVariables(environment: Environment): string[] {
	const marked = Object.keys(environment)
		.filter((name) => name.startsWith(BYTE_ORDER_MARK) && KNOWN.has(name.slice(1)))
		.map(
			(name) => `${name.slice(1)} is not read: its file begins with a byte order mark; save it without one`,
		);
	return [...marked, ...misspelt(environment)];
}

function misspelt(environment: Environment): string[] {
	return Object.keys(withoutServiceLinks(environment))
		.filter((name) => name.startsWith(PREFIX) && !KNOWN.has(name))
		.sort()
		.map((name) => {
			const named = nearestName(name.slice(PREFIX.length), namesAfterPrefix());
			return `${name} is not a setting${named === null ? '' : `; did you mean ${PREFIX}${named}?`}`;
		});
}

/** The part that they have in common would make all names similar. */
function namesAfterPrefix(): string[] {
	return [...KNOWN].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}
