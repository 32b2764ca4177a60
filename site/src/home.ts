/** Returns what VitePress shows at the top of the home page. */
export function homeFrontMatter(): string {
	const hero = {
		name: 'Messaging Gateway',
		text: 'WhatsApp in n8n, without losing a message',
		tagline:
			'A gateway that you run yourself, and two n8n nodes. A simulated network is built in: no phone, no account.',
		image: { src: '/images/phone-film.webp', alt: 'The phone writes, and the workflow in n8n answers' },
		actions: [
			{ theme: 'brand', text: 'Start in five minutes', link: '/start' },
			{ theme: 'alt', text: 'The nodes', link: '/nodes/' },
			{ theme: 'alt', text: 'API reference', link: '/api/' },
		],
	};
	// JSON is YAML.
	return `---\nlayout: home\nhero: ${JSON.stringify(hero)}\n---\n`;
}
