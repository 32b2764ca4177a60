import { readFileSync } from 'node:fs';
import { ExplainedError } from '../lib/explained-error.ts';
import type { Parse } from './values.ts';

/** A setting is invalid. The message names the variable, its value, and the allowed values. */
export class ConfigError extends ExplainedError {
	constructor(variable: string, value: string, allowed: string) {
		super(`${variable} is "${value}", but must be ${allowed}.`);
		this.name = 'ConfigError';
	}
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** How one variable of the environment is read. */
export interface Setting<T> {
	variable: string;
	/** The text of an absent or empty variable. */
	fallback: string;
	/** What the variable may be, as an error says it. */
	allowed: string;
	/** Any error of it becomes a ConfigError. */
	parse: Parse<T>;
	/** No error contains the value of a secret. */
	isSecret: boolean;
}

export function setting<T>(variable: string, fallback: string, parse: Parse<T>, allowed: string): Setting<T> {
	return { variable, fallback, allowed, parse, isSecret: false };
}

/** A setting that is null where it is not set. */
export function optional<T>(variable: string, parse: Parse<T>, allowed: string): Setting<T | null> {
	return setting(variable, '', (text) => (text === '' ? null : parse(text)), allowed);
}

/** A secret, which is null where it is not set; it may also be in the file that <variable>_FILE names. */
export function secret<T>(variable: string, parse: Parse<T>, allowed: string): Setting<T | null> {
	return { ...optional(variable, parse, allowed), isSecret: true };
}

/** The values of these settings, by the same names. */
export type Values<Settings> = {
	[Name in keyof Settings]: Settings[Name] extends Setting<infer T> ? T : never;
};

/** Reads these settings from an environment. Throws ConfigError for the first invalid one. */
export function readSettings<Settings extends Record<string, Setting<unknown>>>(
	settings: Settings,
	environment: Environment,
): Values<Settings> {
	const values = Object.entries(settings).map(([name, one]) => [name, readSetting(one, environment)]);
	return Object.fromEntries(values) as Values<Settings>;
}

function readSetting<T>(one: Setting<T>, environment: Environment): T {
	const given = (one.isSecret ? textOfSecret(one.variable, environment) : environment[one.variable])?.trim();
	const text = given === undefined || given === '' ? one.fallback : given;
	try {
		return one.parse(text);
	} catch {
		const shown = one.isSecret ? `something of ${text.length} characters (not shown)` : text;
		throw new ConfigError(one.variable, shown, one.allowed);
	}
}

/** The text of a secret: of its variable, or of the file that <variable>_FILE names. Throws ConfigError. */
function textOfSecret(variable: string, environment: Environment): string | undefined {
	const value = environment[variable] ?? '';
	const fileVariable = `${variable}_FILE`;
	const file = environment[fileVariable]?.trim() ?? '';
	if (file === '') return value;
	if (value.trim() !== '') throw new ConfigError(fileVariable, file, `unset, because ${variable} is set too`);
	try {
		return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
	} catch {
		throw new ConfigError(fileVariable, file, `a readable file with the value of ${variable}`);
	}
}

/** Both values of two settings; null where neither is set. Throws ConfigError where one is set without the other. */
export function bothOrNeither<A, B>(
	[a, { variable: nameOfA }]: readonly [A | null, Setting<A | null>],
	[b, { variable: nameOfB }]: readonly [B | null, Setting<B | null>],
): readonly [A, B] | null {
	if (a !== null && b !== null) return [a, b];
	if (a !== null) throw new ConfigError(nameOfB, '', `set together with ${nameOfA}`);
	if (b !== null) throw new ConfigError(nameOfA, '', `set together with ${nameOfB}`);
	return null;
}
