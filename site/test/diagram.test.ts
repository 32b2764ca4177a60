import { describe, expect, it } from '@jest/globals';
import { renderDiagram } from '../src/diagram.ts';

const SOURCE = `flowchart TB
  client["API clients<br/>API key"] -- "HTTPS" --> gateway[("Gateway")]
`;

describe('renderDiagram', () => {
	it('returns a picture with the texts of the diagram, in the colours of the page', () => {
		const html = renderDiagram(SOURCE);
		for (const text of ['API clients', 'API key', 'HTTPS', 'Gateway']) expect(html).toContain(`>${text}<`);
		expect(html).toContain('--bg:var(--vp-c-bg)');
	});

	it('loads nothing, and has no style sheet that would apply to the page', () => {
		const html = renderDiagram(SOURCE);
		expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|<style/);
	});

	it('refuses what is no diagram', () => {
		expect(() => renderDiagram('a sentence')).toThrow();
	});
});
