import { readFileSync } from 'node:fs';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import type { Parse } from './parsers.ts';

/** A setting is invalid. The message names the variable, its value, and the allowed values. */
export class ConfigError extends ExplainedError {
	constructor(variable: string, value: string, allowed: string) {
		super(`${variable} is "${value}", but must be ${allowed}.`);
		this.name = 'ConfigError';
	}
}

/** A parser throws it for a value that needs another explanation than the `allowed` text of its setting. */
export class InvalidValue extends Error {
	/** Completes the sentence `X is "…", but must be …`. */
	readonly allowed: string;
	constructor(allowed: string) {
		super(allowed);
		this.allowed = allowed;
	}
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** How one variable of the environment is read. */
export interface Setting<T, Variable extends string = string> {
	variable: Variable;
	/** The text of an absent or empty variable. */
	fallback: string;
	/** What the variable may be, as an error says it. */
	allowed: string;
	/** Any error of it becomes a ConfigError. */
	parse: Parse<T>;
	/** No error contains the value of a secret. */
	isSecret: boolean;
}

/** A setting whose value an error may contain. */
export function setting<T, Variable extends string>(
	variable: Variable,
	fallback: string,
	parse: Parse<T>,
	allowed: string,
): Setting<T, Variable> {
	return { variable, fallback, allowed, parse, isSecret: false };
}

/** A setting that is null where it is not set. */
export function optional<T, Variable extends string>(
	variable: Variable,
	parse: Parse<T>,
	allowed: string,
): Setting<T | null, Variable> {
	return setting(variable, '', (text) => (text === '' ? null : parse(text)), allowed);
}

/** A secret, which is null where it is not set; it may also be in the file that <variable>_FILE names. */
export function secret<T, Variable extends string>(
	variable: Variable,
	parse: Parse<T>,
	allowed: string,
): Setting<T | null, Variable> {
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

/** A text whose quotes no shell removed, as in a file of variables for Docker or in a list of Compose. */
const QUOTED = /^(["']).*\1$/s;

/** Reads one setting. Throws ConfigError. */
export function readSetting<T>(one: Setting<T>, environment: Environment): T {
	const { text } = givenText(one, environment);
	try {
		if (QUOTED.test(text)) throw new InvalidValue(`without the quotes around it: ${one.allowed}`);
		return one.parse(text);
	} catch (error) {
		const allowed = error instanceof InvalidValue ? error.allowed : one.allowed;
		const shown = one.isSecret ? `something of ${text.length} characters (not shown)` : withoutPassword(text);
		throw new ConfigError(one.variable, shown, allowed);
	}
}

/** Returns a text that may be shown: a URL may contain a password, also where none belongs. */
export function withoutPassword(text: string): string {
	return text.replace(/\/\/[^/@\s]*@/g, '//***@');
}

/** The text of a setting, and the variable that it comes from; null: no variable is set, so it is the default. */
export interface GivenText {
	text: string;
	from: string | null;
}

/**
 * Returns the text of a setting: of its variable, of the file that <variable>_FILE names, or its default. Throws
 * ConfigError.
 */
export function givenText(one: Setting<unknown>, environment: Environment): GivenText {
	const { variable, fallback } = one;
	const file = one.isSecret ? fileOf(variable, environment) : '';
	const text = (file === '' ? (environment[variable] ?? '') : readSecret(variable, file)).trim();
	if (text === '') return { text: fallback, from: null };
	return { text, from: file === '' ? variable : fileVariableOf(variable) };
}

/** The variable that names the file of a secret. */
export function fileVariableOf(variable: string): string {
	return `${variable}_FILE`;
}

/** The file of a secret; empty: there is none. Throws ConfigError where the secret is in the variable too. */
function fileOf(variable: string, environment: Environment): string {
	const fileVariable = fileVariableOf(variable);
	const file = environment[fileVariable]?.trim() ?? '';
	if (file !== '' && (environment[variable] ?? '').trim() !== '') {
		throw new ConfigError(fileVariable, file, `unset, because ${variable} is set too`);
	}
	return file;
}

function readSecret(variable: string, file: string): string {
	try {
		return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
	} catch {
		throw new ConfigError(fileVariableOf(variable), file, `a readable file with the value of ${variable}`);
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
