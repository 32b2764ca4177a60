import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as baileys from 'baileys';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXPORTS, MESSAGES, METHODS, SOURCES, STANZAS, VERSION } from './relied-on.ts';

const folder = fileURLToPath(new URL('..', import.meta.resolve('baileys')));
const checkUp = (why: string): string =>
	`Baileys has changed here. ${why}. Check that this still holds, and update the list in relied-on.ts.`;

describe('what the gateway relies on in Baileys', () => {
	let socket: baileys.WASocket;
	beforeAll(() => {
		const keys = { get: () => Promise.resolve({}), set: () => Promise.resolve() };
		const ignore = (): void => undefined;
		const silent = {
			level: 'silent',
			child: () => silent,
			trace: ignore,
			debug: ignore,
			info: ignore,
			warn: ignore,
			error: ignore,
		};
		socket = baileys.makeWASocket({
			waWebSocketUrl: 'ws://127.0.0.1:9/',
			auth: { creds: baileys.initAuthCreds(), keys },
			logger: silent as never,
		});
	});
	afterAll(() => socket.end(undefined).catch(() => undefined));

	/** The names that fail, each with what to check. */
	const failures = (all: readonly (readonly [name: string, holds: boolean, why: string])[]) =>
		all.filter(([, holds]) => !holds).map(([name, , why]) => `${name}: ${checkUp(why)}`);

	it('is checked with this version', () => {
		const { version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { version: string };
		expect(
			version === VERSION
				? []
				: [`${version}: run all tests with WhatsApp's stand-in, read its changes, then set VERSION`],
		).toEqual([]);
	});

	it('is in its sources', () => {
		const texts = new Map(SOURCES.map(([file]) => [file, readFileSync(folder + file, 'utf8')]));
		expect(
			failures(
				SOURCES.map(([file, text, why]) => [
					`${file}: ${text}`,
					texts.get(file)?.includes(text) === true,
					why,
				]),
			),
		).toEqual([]);
	});

	it('is exported', () => {
		const exported = baileys as unknown as Record<string, unknown>;
		expect(failures(EXPORTS.map(([name, why]) => [name, exported[name] !== undefined, why]))).toEqual([]);
		const messages = baileys.proto as unknown as Record<string, unknown>;
		expect(
			failures(MESSAGES.map((name) => [name, messages[name] !== undefined, 'A message of the protocol'])),
		).toEqual([]);
	});

	it('is a method or an event of its socket', () => {
		const methods = socket as unknown as Record<string, unknown>;
		expect(
			failures(METHODS.map((name) => [name, typeof methods[name] === 'function', 'A method of the socket'])),
		).toEqual([]);
		expect(
			failures(STANZAS.map((name) => [name, socket.ws.listenerCount(name) > 0, 'A listener of the socket'])),
		).toEqual([]);
	});
});
