import { nearestName } from '../lib/nearest-name.ts';
import { withoutServiceLinks } from './service-links.ts';
import { fileVariableOf, type Environment } from './setting.ts';
import { ALL_SETTINGS } from './all-settings.ts';

const PREFIX = 'GATEWAY_';

/** The names of all variables that the gateway reads. */
const KNOWN = new Set(
	ALL_SETTINGS.flatMap(({ variable, isSecret }) =>
		isSecret ? [variable, fileVariableOf(variable)] : [variable],
	),
);

/** Returns a sentence for each GATEWAY_ variable that is no setting, with the setting that it may mean. */
export function findUnknownVariables(environment: Environment): string[] {
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
