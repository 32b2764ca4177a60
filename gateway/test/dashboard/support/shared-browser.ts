import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP gateway.lan 127.0.0.1',
];

let running: Promise<Browser> | undefined;

/**
 * Returns one browser for all test files of a process, which run one after the other: a start takes seconds of
 * processor time. It ends with the process. Load this module with importOnce.
 */
export async function sharedBrowser(): Promise<Browser> {
	const browser = await running;
	if (browser?.isConnected() === true) return browser;
	running = chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
	return running;
}
