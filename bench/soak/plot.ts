/** One curve of the plot. */
export interface Panel {
	title: string;
	unit: string;
	/** The result, shown in the title. */
	verdict: string;
	points: readonly { at: number; value: number }[];
}

const WIDTH = 860;
const HEIGHT = 150;
const LEFT = 70;
const RIGHT = 20;
const TOP = 34;
const BOTTOM = 26;

/** Returns an SVG with one panel below the other, each from zero to its maximum, on a common time axis. */
export function plot(title: string, panels: readonly Panel[]): string {
	const end = Math.max(1, ...panels.flatMap(({ points }) => points.map(({ at }) => at)));
	const height = 40 + panels.length * (TOP + HEIGHT + BOTTOM);
	const body = panels.map((panel, index) => drawPanel(panel, 40 + index * (TOP + HEIGHT + BOTTOM), end));
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">`,
		'<rect width="100%" height="100%" fill="white"/>',
		text(LEFT, 26, title, 'font-size="16"'),
		...body,
		'</svg>\n',
	].join('\n');
}

function drawPanel({ title, unit, verdict, points }: Panel, top: number, end: number): string {
	const right = WIDTH - RIGHT;
	const floor = top + TOP + HEIGHT;
	const highest = Math.max(...(points.length === 0 ? [1] : points.map(({ value }) => value)), 1e-3) * 1.1;
	const x = (at: number): string => (LEFT + (at / end) * (right - LEFT)).toFixed(1);
	const y = (value: number): string => (floor - (value / highest) * HEIGHT).toFixed(1);
	const marks = [0, 0.5, 1].flatMap((part) => {
		const value = highest * part;
		return [
			`<line x1="${LEFT}" y1="${y(value)}" x2="${right}" y2="${y(value)}" stroke="#ddd"/>`,
			text(LEFT - 8, Number(y(value)) + 4, formatNumber(value), 'text-anchor="end" fill="#666"'),
		];
	});
	const minutes = [0, 0.25, 0.5, 0.75, 1].map((part) =>
		text(
			Number(x(end * part)),
			floor + 16,
			`${formatNumber((end * part) / 60)} min`,
			'text-anchor="middle" fill="#666"',
		),
	);
	const line = points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
	return [
		text(LEFT, top + 22, `${title}${unit === '' ? '' : ` (${unit})`}: ${verdict}`, 'font-weight="bold"'),
		...marks,
		...minutes,
		`<polyline points="${line}" fill="none" stroke="#1565c0" stroke-width="1.5"/>`,
	].join('\n');
}

function text(x: number, y: number, content: string, attributes: string): string {
	const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	return `<text x="${x}" y="${y}" ${attributes}>${escaped}</text>`;
}

function formatNumber(value: number): string {
	return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}
