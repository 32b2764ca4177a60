import type { Manifest } from './manifest.ts';

/** The publisher of the package, as the texts of the repository name it. */
export interface Publisher {
	author: string;
	email: string;
	homepage: string;
	/** Owner and name of the repository on GitHub, such as `acme/n8n-nodes-example`. */
	slug: string;
}

/** The placeholder of the repository's owner. */
const PLACEHOLDER_OWNER = 'messaging-gateway';

/** Names that belong to nobody (RFC 2606). */
const RESERVED_HOST = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/;

const REPOSITORY = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/;

/** Returns the publisher that a package.json names. Throws when the repository is none on GitHub. */
export function publisherOf({ author, homepage, repository }: Manifest): Publisher {
	const slug = REPOSITORY.exec(repository.url)?.[1];
	if (slug === undefined) {
		throw new Error(
			`repository.url in package.json is "${repository.url}": it must be git+https://github.com/<owner>/<name>.git, ` +
				'because npm publishes with provenance from GitHub.',
		);
	}
	return { author: author.name, email: author.email, homepage, slug };
}

/** Returns a sentence for each placeholder that a package.json still contains, with what to enter there. */
export function placeholdersOf({ email, homepage, slug }: Publisher): string[] {
	const sentences: string[] = [];
	const [owner] = slug.split('/');
	if (RESERVED_HOST.test(email.split('@')[1] ?? '')) {
		sentences.push(`author.email is "${email}": enter an address at which the maintainers read mail.`);
	}
	if (owner === PLACEHOLDER_OWNER) {
		sentences.push(
			`repository.url names the owner "${owner}": enter the owner of your repository on GitHub.`,
		);
	}
	if (
		homepage.includes(`github.com/${PLACEHOLDER_OWNER}/`) ||
		RESERVED_HOST.test(new URL(homepage).hostname)
	) {
		sentences.push(`homepage is "${homepage}": enter the address of your repository or site.`);
	}
	return sentences;
}

/** Returns a text in which one publisher replaces another. */
export function withPublisher(text: string, earlier: Publisher, publisher: Publisher): string {
	const replacements: [string, string][] = [
		[earlier.homepage, publisher.homepage],
		[`github.com/${earlier.slug}`, `github.com/${publisher.slug}`],
		[`raw.githubusercontent.com/${earlier.slug}`, `raw.githubusercontent.com/${publisher.slug}`],
		[earlier.email, publisher.email],
		[earlier.author, publisher.author],
	];
	return replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}
