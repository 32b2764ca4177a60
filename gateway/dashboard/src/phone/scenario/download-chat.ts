import { exportScenario } from '../../../../../scenarios/src/export/export-scenario.ts';
import { serializeScenario } from '../../../../../scenarios/src/format/serialize-scenario.ts';
import { saveFile } from '../../components/files/save-file.ts';
import { pageGateway } from './page-gateway.ts';

/** Most messages of a chat that the page exports: the latest ones. */
const LIMIT = 500;

/** Saves the latest messages of a chat as an anonymised scenario, answers included. */
export async function downloadChat(instanceId: string, chatId: string): Promise<void> {
	const { scenario } = await exportScenario(pageGateway, {
		instanceId,
		chatId,
		from: null,
		to: null,
		limit: LIMIT,
		keep: [],
		expectsAnswers: true,
	});
	const content = new Blob([serializeScenario(scenario)], { type: 'application/json' });
	saveFile(content, 'exported.scenario.json');
}
