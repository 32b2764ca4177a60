const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/\bEdg\//, 'Edge'],
	[/\bOPR\//, 'Opera'],
	[/\bFirefox\//, 'Firefox'],
	[/\bHeadlessChrome\//, 'Chrome'],
	[/\bChrome\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/Android/, 'Android'],
	[/iPhone|iPad/, 'iOS'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'macOS'],
	[/Linux/, 'Linux'],
];

/** Returns the browser and system of a User-Agent header; an unknown one is returned as it is. */
export function browserOf(userAgent: string | null): string {
	if (userAgent === null || userAgent === '') return 'Unknown browser';
	const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
	if (browser === undefined) return userAgent.slice(0, 60);
	const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
	return system === undefined ? browser : `${browser} on ${system}`;
}
