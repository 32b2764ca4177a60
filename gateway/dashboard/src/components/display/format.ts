const WHOLE = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function formatInteger(value: number): string {
	return WHOLE.format(value);
}

export function formatPercent(share: number): string {
	return PERCENT.format(share);
}

/** `1 message`, `2 messages`. */
export function formatCount(value: number, one: string, many = `${one}s`): string {
	return `${WHOLE.format(value)} ${value === 1 ? one : many}`;
}

/** A size such as 1.4 MB. */
export function formatBytes(value: number): string {
	const step = Math.min(UNITS.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
	const amount = value / 1000 ** step;
	return `${amount.toFixed(step === 0 || amount >= 100 ? 0 : 1)} ${UNITS[step] ?? ''}`;
}

/** A duration such as 3 d 4 h or 12 s, its two largest units. */
export function formatDuration(seconds: number): string {
	const parts: [number, string][] = [
		[Math.floor(seconds / 86_400), 'd'],
		[Math.floor(seconds / 3600) % 24, 'h'],
		[Math.floor(seconds / 60) % 60, 'min'],
		[Math.floor(seconds) % 60, 's'],
	];
	const from = parts.findIndex(([amount]) => amount > 0);
	if (from === -1) return '0 s';
	return parts
		.slice(from, from + 2)
		.filter(([amount]) => amount > 0)
		.map(([amount, unit]) => `${amount} ${unit}`)
		.join(' ');
}
