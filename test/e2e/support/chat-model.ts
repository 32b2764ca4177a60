import { serveHttp, type HttpServer } from './http-server.ts';

/** A message of a conversation with a model, as the chat completions interface has it. */
export type ModelMessage = { role: string; content: string };

/** What a model answers: a text, or the name of the tool it wants to be called. */
export type ModelAnswer = { text: string } | { tool: string };

/** A stand-in for an AI model: it speaks the chat completions interface, and answers as `think` says. */
export async function serveChatModel(
	think: (messages: ModelMessage[], tools: string[]) => ModelAnswer,
): Promise<HttpServer> {
	return serveHttp(({ path, body }) => {
		if (path !== '/v1/chat/completions') return { status: 404 };
		const { model, messages, tools } = JSON.parse(body.toString()) as {
			model: string;
			messages: ModelMessage[];
			tools?: { function: { name: string } }[];
		};
		const answer = think(
			messages,
			(tools ?? []).map((tool) => tool.function.name),
		);
		const message =
			'text' in answer
				? { role: 'assistant', content: answer.text }
				: { role: 'assistant', content: null, tool_calls: [callOf(answer.tool)] };
		return {
			status: 200,
			body: JSON.stringify({
				id: 'chatcmpl-1',
				object: 'chat.completion',
				created: 1,
				model,
				choices: [{ index: 0, message, finish_reason: 'text' in answer ? 'stop' : 'tool_calls' }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		};
	});
}

function callOf(tool: string): object {
	return { id: 'call_1', type: 'function', function: { name: tool, arguments: '{}' } };
}
