import { renderMermaidSVG } from 'beautiful-mermaid';

/** The colours of the site, which change with its theme. */
const COLOURS = {
	bg: 'var(--vp-c-bg)',
	fg: 'var(--vp-c-text-1)',
	muted: 'var(--vp-c-text-2)',
	line: 'var(--vp-c-text-3)',
	border: 'var(--vp-c-border)',
	surface: 'var(--vp-c-bg-soft)',
};

/** Pixels between parts of a diagram, few, so that it is hardly wider than the text around it. */
const SPACING = { padding: 4, nodeSpacing: 12, layerSpacing: 24 };

/**
 * Returns a diagram in the language of Mermaid as HTML with a picture (SVG), so that a reader's browser runs nothing
 * to show it. Throws when the diagram does not parse.
 */
export function renderDiagram(source: string): string {
	const svg = renderMermaidSVG(source, { ...COLOURS, ...SPACING, transparent: true });
	// A diagram that is wider than the page is scrolled, also by keyboard.
	return `<div class="diagram" tabindex="0">${withoutStyleSheet(svg)}</div>\n`;
}

/**
 * Moves the variables of a picture's style sheet into the picture. The rest of the sheet would load a font from another
 * host, and would apply to the whole page.
 */
function withoutStyleSheet(svg: string): string {
	const [sheet = ''] = /<style>.*?<\/style>\n?/s.exec(svg) ?? [];
	const [, block = ''] = /\bsvg \{(.*?)\}/s.exec(sheet) ?? [];
	const variables = block
		.replace(/\/\*.*?\*\//gs, '')
		.replace(/\s+/g, ' ')
		.trim();
	if (variables === '') throw new Error('A diagram has no variables for its colours.');
	return svg.replace(sheet, '').replace(/ style="/, ` style="${variables}`);
}
