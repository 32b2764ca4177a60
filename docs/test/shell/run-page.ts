import { API_KEY } from '../../../gateway/test/support/gateway.ts';
import type { Page } from '../markdown/page.ts';
import { Problems } from '../markdown/problems.ts';
import { checkAnswers } from './answers.ts';
import { runCurl, type Exchange } from './curl.ts';
import { Samples } from './samples.ts';
import { checkOutputs, type Output } from './outputs.ts';
import { runInShell } from './shell.ts';
import { runTool } from './tools.ts';

/** Runs all commands of a page in order, against a gateway of its own. Returns what does not do what the page says. */
export async function runPage(page: Page): Promise<string[]> {
	const problems = new Problems(page.file);
	const exchanges: Exchange[] = [];
	const outputs: Output[] = [];
	const samples = await Samples.create();
	try {
		await runInShell(
			page,
			samples.folder,
			{ URL: 'http://127.0.0.1:8080', KEY: API_KEY },
			async (given) => {
				const call = { ...given, argv: withoutSudo(given.argv) };
				const outcome = await (call.argv[0] === 'curl'
					? runCurl(call, samples, exchanges)
					: runTool(call, samples));
				outputs.push({ line: call.line, text: outcome.output });
				return outcome;
			},
			problems,
		);
		checkAnswers(page, exchanges, problems);
		checkOutputs(page, outputs, problems);
	} finally {
		await samples.close();
	}
	return problems.found;
}

/** A command that another account runs is the same one to the test. */
function withoutSudo(argv: string[]): string[] {
	if (argv[0] !== 'sudo') return argv;
	let start = 1;
	while (argv[start]?.startsWith('-') === true) start += /^-[ug]$/.test(argv[start] ?? '') ? 2 : 1;
	return argv.slice(start);
}
