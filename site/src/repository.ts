import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The root folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..');
/** The folder of the pages. */
export const DOCS = path.join(ROOT, 'docs');
/** Where the pages are copied to, with the links that the site needs; VitePress reads them from there. */
export const STAGE = path.join(ROOT, 'site', '.pages');
/** The finished site. */
export const OUTPUT = path.join(ROOT, 'site', 'dist');

const GITHUB = /^git\+https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)\.git$/;

/** Returns owner and name of the repository on GitHub, as package.json names them. */
function repository(): { owner: string; name: string } {
	const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	const [, owner, name] = GITHUB.exec(manifest.repository.url) ?? [];
	if (owner === undefined || name === undefined) {
		throw new Error(
			`repository.url in package.json is "${manifest.repository.url}": it must be one of GitHub.`,
		);
	}
	return { owner, name };
}

const { owner, name } = repository();

/** The address of the repository, without a slash at the end. */
export const REPOSITORY_URL = `https://github.com/${owner}/${name}`;

/**
 * The address of the site, with a slash at the end: SITE_URL, or that of the repository's GitHub Pages. Its path is the
 * prefix of all links.
 */
export const SITE_URL = new URL(
	(process.env.SITE_URL ?? `https://${owner}.github.io/${name}/`).replace(/\/*$/, '/'),
);

/** Returns the address of a file or a folder at GitHub. Throws when the repository has none of this name. */
export function repositoryLink(file: string): string {
	const absolute = path.join(ROOT, file);
	if (!existsSync(absolute)) throw new Error(`${file} is not in the repository.`);
	const kind = statSync(absolute).isDirectory() ? 'tree' : 'blob';
	return `${REPOSITORY_URL}/${kind}/main/${file.replace(/\/$/, '')}`;
}
