import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf } from '../markdown/anchors.ts';
import { readPage, ROOT, type Located, type Page } from '../markdown/page.ts';
import { Problems } from '../markdown/problems.ts';

/** A link to a file of this repository at GitHub. */
const OWN_FILE =
	/^https:\/\/github\.com\/[\w.-]+\/n8n-nodes-messaging-gateway\/(?:blob|tree|raw)\/main\/(.+)$/;

/** Returns the links and pictures of a page that lead nowhere within the repository. */
export async function checkLinks(page: Page): Promise<string[]> {
	const problems = new Problems(page.file);
	for (const image of page.images) {
		const file = fileOf(page, image);
		if (file !== null && !isFile(file))
			problems.add(image.line, `shows "${image.text}", which does not exist`);
	}
	for (const link of page.links) {
		const file = fileOf(page, link);
		if (file === null) continue;
		if (!existsSync(file)) {
			problems.add(link.line, `links to "${link.text}", which does not exist`);
			continue;
		}
		const anchor = decodeURIComponent(link.text.split('#')[1] ?? '');
		if (anchor === '' || !file.endsWith('.md')) continue;
		const target = await readPage(path.relative(ROOT, file));
		if (!anchorsOf(target).has(anchor))
			problems.add(link.line, `links to "${link.text}", which has no such heading`);
	}
	return problems.found;
}

/** The file that a link means; null: it leads out of the repository. */
function fileOf(page: Page, { text }: Located): string | null {
	const [target = ''] = (OWN_FILE.exec(text)?.[1] ?? text).split('#');
	if (OWN_FILE.test(text)) return path.join(ROOT, target);
	if (/^[a-z][a-z+.-]*:/i.test(text)) return null;
	if (target === '') return path.join(ROOT, page.file);
	// The site serves what is in public/ at its root.
	if (target.startsWith('/')) return path.join(ROOT, 'docs', target);
	return path.join(ROOT, path.dirname(page.file), decodeURIComponent(target));
}

function isFile(file: string): boolean {
	return existsSync(file) && statSync(file).isFile();
}
