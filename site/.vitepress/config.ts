import { slug } from 'github-slugger';
import { defineConfig, type DefaultTheme } from 'vitepress';
import type { Group } from '../src/contents.ts';
import { renderDiagram } from '../src/diagram.ts';
import { markdownLink } from '../src/llms.ts';
import { REPOSITORY_URL, SITE_URL } from '../src/repository.ts';
import { readSite } from '../src/stage.ts';

const { groups, pages } = await readSite();
const fileOf = new Map(pages.map(({ page, file }) => [page, file]));

/** Groups that are open at first: those a newcomer reads. */
const OPEN_GROUPS = 3;

function sidebar(contents: Group[]): DefaultTheme.SidebarItem[] {
	return contents.map(({ title, entries }, index) => ({
		text: title,
		collapsed: index >= OPEN_GROUPS,
		items: entries.map((entry) => ({ text: entry.title, link: linkTo(entry.page) })),
	}));
}

function linkTo(page: string): string {
	return `/${page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`;
}

export default defineConfig({
	title: 'Messaging Gateway',
	description: 'A messaging gateway for n8n: two nodes, and signed webhooks that are never lost.',
	lang: 'en',
	srcDir: '.pages',
	outDir: 'dist',
	base: SITE_URL.pathname,
	cleanUrls: true,
	sitemap: { hostname: SITE_URL.href },
	head: [
		['link', { rel: 'icon', type: 'image/svg+xml', href: `${SITE_URL.pathname}icon.svg` }],
		[
			'link',
			{ rel: 'alternate', type: 'text/plain', title: 'llms.txt', href: `${SITE_URL.pathname}llms.txt` },
		],
	],
	transformHead: ({ pageData }) =>
		fileOf.has(pageData.relativePath)
			? [['link', { rel: 'alternate', type: 'text/markdown', href: markdownLink(pageData.relativePath) }]]
			: [],
	transformPageData: ({ relativePath, frontmatter }) => {
		const file = fileOf.get(relativePath);
		// Generated pages cannot be edited.
		if (file === undefined) frontmatter.editLink = false;
		else frontmatter.source = `${REPOSITORY_URL}/edit/main/${file}`;
	},
	markdown: {
		// As at GitHub, so that a link to a heading works in both places.
		anchor: { slugify: (text) => slug(text) },
		// Headings are plain texts as well: `{#…}` at their end is no anchor.
		attrs: { disable: true },
		config: (md) => {
			// `{{ $json.chatId }}` is an expression of n8n, and not one of VitePress.
			for (const kind of ['text', 'code_inline'] as const) {
				const render = md.renderer.rules[kind];
				md.renderer.rules[kind] = (tokens, index, options, env, self) =>
					(render?.(tokens, index, options, env, self) ?? '').replaceAll('{{', '&#123;&#123;');
			}
			const renderFence = md.renderer.rules.fence;
			md.renderer.rules.fence = (tokens, index, options, env, self) => {
				const { info, content } = tokens[index] ?? { info: '', content: '' };
				if (info.trim() === 'mermaid') return renderDiagram(content);
				return renderFence?.(tokens, index, options, env, self) ?? '';
			};
		},
	},
	// The index of the search, which a reader loads when he opens it.
	vite: { build: { chunkSizeWarningLimit: 1000 } },
	themeConfig: {
		nav: [
			{ text: 'Start', link: '/start' },
			{ text: 'API', link: '/api/' },
			{ text: 'Troubleshooting', link: '/troubleshooting' },
		],
		sidebar: sidebar(groups),
		outline: { level: [2, 3] },
		search: { provider: 'local' },
		socialLinks: [{ icon: 'github', link: REPOSITORY_URL }],
		editLink: {
			text: 'Edit this page at GitHub',
			// This function runs in the browser, without the variables of this file.
			pattern: ({ frontmatter }) => String(frontmatter.source),
		},
		externalLinkIcon: true,
		footer: { message: 'MIT licence' },
	},
});
