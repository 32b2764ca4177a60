import path from 'node:path';
import type { DiskLimit } from '../alerts/alert-settings.ts';
import { RATE_CLASSES, type RateLimits } from '../domain/access/plan.ts';
import { isLoopback, parseRange } from '../lib/guarded-http/address.ts';
import { findFfmpeg, isExecutable } from '../media/voice/find-ffmpeg.ts';
import type { SimulatorLatency } from '../network/simulator/latency.ts';
import { InvalidValue } from './setting.ts';

/** Parses the text of a setting. Throws where the text is invalid; the caller's message says what is allowed. */
export type Parse<T> = (value: string) => T;

/** One of these words. */
export function oneOf<const T extends string>(values: readonly T[]): Parse<T> {
	return (value) => {
		const match = values.find((candidate) => candidate === value);
		if (match === undefined) throw new Error('not one of the allowed values');
		return match;
	};
}

/** A whole number in a range, both ends included. */
export function wholeNumber(min: number, max: number): Parse<number> {
	return (value) => {
		const number = Number(value);
		if (!/^\d+$/.test(value) || number < min || number > max) throw new Error('not in range');
		return number;
	};
}

/** A text of this form. */
export function matching(pattern: RegExp): Parse<string> {
	return (value) => {
		if (!pattern.test(value)) throw new Error('not of this form');
		return value;
	};
}

/** Values that are separated by commas; empty: none. */
export function list<T>(parse: Parse<T>): Parse<T[]> {
	return (value) => (value === '' ? [] : value.split(',').map((item) => parse(item.trim())));
}

/** Parses the path of a folder. Throws InvalidValue where it begins with what a shell would have replaced. */
export function parseFolder(value: string): string {
	if (/^~(?:[/\\]|$)/.test(value) || /^\$(?:\w|\{)/.test(value)) throw new InvalidValue(WHOLE_PATH);
	return path.resolve(value);
}

const WHOLE_PATH =
	'the whole path of a folder, such as /home/ada/gateway: only a shell replaces ~ and variables, and this text did not pass through one';

/** An HTTP or HTTPS URL, without slashes at its end. */
export function parseUrl(value: string): string {
	const url = new URL(value);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('not HTTP');
	return value.replace(/\/+$/, '');
}

/** First segments of the gateway's own paths, on which a public URL would hide them. */
const OWN_PATHS = /^\/(?:v1|admin|simulator|hooks|docs|assets|metrics|livez|readyz|openapi[\w.-]*)(?:\/|$)/;

/** Parses the URL of the gateway for its clients, which may have a path. */
export function parsePublicUrl(value: string): string {
	const { username, password, pathname, search, hash } = new URL(value);
	if (`${username}${password}${search}${hash}` !== '' || value.includes('?') || value.includes('#')) {
		throw new Error('more than an address');
	}
	if (!/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*\/*)?$/.test(pathname) || OWN_PATHS.test(pathname))
		throw new Error('not a free path');
	return parseUrl(value);
}

/** Parses an https:// URL, or an http:// one on a loopback address: keys and tokens must not travel unencrypted. */
export function parseSecureUrl(value: string): string {
	requireProtocol(new URL(value), 'https:', 'http:');
	return parseUrl(value);
}

/** Parses a wss:// URL, or a ws:// one on a loopback address. */
export function parseSocketUrl(value: string): string {
	requireProtocol(new URL(value), 'wss:', 'ws:');
	return value;
}

function requireProtocol({ protocol, hostname }: URL, encrypted: string, plain: string): void {
	if (protocol !== encrypted && !(protocol === plain && isLoopback(hostname)))
		throw new Error('not encrypted');
}

/** Parses the path of ffmpeg; an empty text: that on this process's PATH, or null where there is none. */
export function parseFfmpeg(value: string): string | null {
	if (value === 'off') return null;
	if (value === '') return findFfmpeg(process.env.PATH ?? '');
	if (!isExecutable(value)) throw new Error('not executable');
	return path.resolve(value);
}

/** Parses a URL of PostgreSQL. Throws InvalidValue where its password seems to have characters that end a part of a URL. */
export function parseDatabaseUrl(value: string): string {
	const url = URL.parse(value);
	if (!/^postgres(ql)?:/.test(url?.protocol ?? value)) throw new Error('not PostgreSQL');
	if (url === null || hasUnencodedPassword(url)) throw new InvalidValue(ENCODED_PASSWORD);
	return value;
}

const ENCODED_PASSWORD =
	'a valid URL: in its user and its password write % as %25, @ as %40, : as %3A, / as %2F, ? as %3F and # as %23, as in postgres://user:p%40ssword@host:5432/gateway';

/** A password with / ? or # ends early: what follows it, with the @ before the host, is in a later part of the URL. */
function hasUnencodedPassword({ username, password, pathname, search, hash }: URL): boolean {
	if (hash !== '' || pathname.includes('@') || search.includes('@')) return true;
	try {
		decodeURIComponent(username);
		decodeURIComponent(password);
		return false;
	} catch {
		return true;
	}
}

/** Bytes of an AES-256 key. */
export const KEY_SIZE = 32;

/** Parses a key of KEY_SIZE bytes in base64 or in hexadecimal digits. */
export function parseEncryptionKey(value: string): Buffer {
	const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
	if (key.length !== KEY_SIZE || !/^[\w+/=-]+$/.test(value)) throw new Error('not a key');
	return key;
}

/** A range of addresses in CIDR notation. */
export function parseProxyRange(value: string): string {
	if (!value.includes('/')) throw new Error('not a range');
	parseRange(value);
	return value;
}

/** The name of an HTTP header, in lower case. */
export function parseHeaderName(value: string): string {
	if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(value)) throw new Error('not a header');
	return value.toLowerCase();
}

/** Three numbers of milliseconds: until a message is sent, delivered and read. */
export function parseLatency(value: string): SimulatorLatency {
	const [sent, delivered, read, ...rest] = value
		.split(',')
		.map((part) => wholeNumber(0, 3_600_000)(part.trim()));
	if (sent === undefined || delivered === undefined || read === undefined || rest.length > 0) {
		throw new Error('not three numbers');
	}
	return { sent, delivered, read };
}

/** A version of WhatsApp's web client, such as 2.3000.1035194821. */
export function parseClientVersion(value: string): [number, number, number] {
	if (!/^\d{1,10}\.\d{1,10}\.\d{1,10}$/.test(value)) throw new Error('not a version');
	const [primary = 0, secondary = 0, tertiary = 0] = value.split('.').map(Number);
	return [primary, secondary, tertiary];
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration, such as 500ms or 2h, to milliseconds. */
export function parseDuration(value: string): number {
	const match = /^(\d+)(ms|s|m|h|d)$/.exec(value);
	if (match === null) throw new Error('not a duration');
	return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

/** Parses how long rows or files are kept, to milliseconds; null: `off`, no limit. */
export function parseRetention(value: string): number | null {
	if (value === 'off') return null;
	const period = parseDuration(value);
	if (period < UNITS.m || period > LONGEST_RETENTION) throw new Error('not in range');
	return period;
}

/** A hundred years: the result of subtracting it from the current time is still a valid time. */
const LONGEST_RETENTION = 36_500 * UNITS.d;

const SIZES = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;

/** Parses a size, such as 500MB, to bytes; null: `off`, no limit. */
export function parseSizeLimit(value: string): number | null {
	if (value === 'off') return null;
	const match = /^(\d+)(KB|MB|GB|TB)$/i.exec(value);
	if (match === null) throw new Error('not a size');
	const size = Number(match[1]) * SIZES[(match[2] ?? '').toUpperCase() as keyof typeof SIZES];
	if (!Number.isSafeInteger(size)) throw new Error('not in range');
	return size;
}

/** Parses how little space a disk may have free: a share such as 5%, or a size such as 2GB; null: `off`. */
export function parseDiskLimit(value: string): DiskLimit | null {
	const share = /^(\d{1,2})%$/.exec(value)?.[1];
	if (share !== undefined) return { share: Number(share) / 100 };
	const bytes = parseSizeLimit(value);
	return bytes === null ? null : { bytes };
}

/** Parses a mail address without a name. */
export function parseMailAddress(value: string): string {
	if (value.length > 254 || !/^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]+$/.test(value)) {
		throw new Error('not an address');
	}
	return value;
}

/** Parses rate limits, such as messages=100,general=500; null: `off`. */
export function parseRateLimits(value: string): Partial<RateLimits> | null {
	if (value === 'off') return null;
	const limits = list((item) => {
		const [name = '', figure = ''] = item.split('=');
		return [oneOf(RATE_CLASSES)(name), wholeNumber(1, 1_000_000_000)(figure)] as const;
	})(value);
	return Object.fromEntries(limits);
}
