// `npm run site`: checks the table of contents, builds the site, and checks every link of it.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vitepress';
import { findDeadLinks } from './check-links.ts';
import { writeLlmsTexts } from './llms.ts';
import { OUTPUT, ROOT, SITE_URL, STAGE } from './repository.ts';
import { readSite, stage, writeMarkdown } from './stage.ts';

const site = await readSite();
await stage(site);
await cp(path.join(ROOT, 'icons', 'messagingGateway.svg'), path.join(STAGE, 'public', 'icon.svg'));
await build(path.join(ROOT, 'site'));
await writeMarkdown(site);
await writeLlmsTexts(site);

const dead = await findDeadLinks(OUTPUT);
for (const link of dead) process.stderr.write(`Dead link: ${link}\n`);
if (dead.length > 0) {
	process.stderr.write(`${dead.length} links lead nowhere.\n`);
	process.exitCode = 1;
} else {
	process.stdout.write(
		`${site.pages.length} pages for ${SITE_URL.href} are in site/dist; every link leads somewhere.\n`,
	);
}
