import { changeQuery, closePart, currentLocation, openPart } from './location.ts';

type Change<T> = (value: T) => void;

/** A value that the address keeps, such as a filter; empty: none, or none of the `allowed`. */
export function useQueryValue<T extends string>(
	name: string,
	allowed?: readonly T[],
): [T | '', Change<T | ''>] {
	const value = currentLocation.value.query.get(name) ?? '';
	const isAllowed = allowed === undefined || allowed.some((one) => one === value);
	return [
		isAllowed ? (value as T) : '',
		(next) => {
			changeQuery(name, next);
		},
	];
}

/** A switch that the address keeps, such as a filter. */
export function useQueryFlag(name: string): [boolean, Change<boolean>] {
	return [
		currentLocation.value.query.get(name) === 'yes',
		(next) => {
			changeQuery(name, next ? 'yes' : '');
		},
	];
}

/** A part of the screen that the address keeps open, such as a dialog. Back closes it. */
export function useQueryPart(name: string): [boolean, Change<boolean>] {
	return [
		currentLocation.value.query.get(name) === 'yes',
		(open) => {
			if (open) openPart(name);
			else closePart(name);
		},
	];
}

/** A text that the address keeps while somebody types it: Back leads to the screen before, not to each letter. */
export function useQueryText(name: string): [string, Change<string>] {
	return [
		currentLocation.value.query.get(name) ?? '',
		(next) => {
			changeQuery(name, next, 'replace');
		},
	];
}
