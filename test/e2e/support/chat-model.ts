import { startHttpServer, type HttpServer } from './http-server.ts';

/** A message of the chat completions API. */
export type ModelMessage = { role: string; content: string };

/** A tool that the model may call. */
export type ModelTool = { name: string; description?: string };

/** The response of a model: a text, or the name of the tool to call, with its arguments if it has any. */
export type ModelAnswer = { text: string } | { tool: string; arguments?: object };

/**
 * Starts a fake AI model with the chat completions API, which responds with the result of `think`; with `transcribe` it
 * also has the API that writes down audio files, whose request has the body of a form.
 */
export async function startChatModel(
	think: (messages: ModelMessage[], tools: ModelTool[]) => ModelAnswer,
	transcribe?: (form: Buffer) => string,
): Promise<HttpServer> {
	return startHttpServer(({ path, body }) => {
		if (path === '/v1/audio/transcriptions' && transcribe) {
			return { status: 200, body: JSON.stringify({ text: transcribe(body) }) };
		}
		if (path !== '/v1/chat/completions') return { status: 404 };
		const { model, messages, tools } = JSON.parse(body.toString()) as {
			model: string;
			messages: ModelMessage[];
			tools?: { function: ModelTool }[];
		};
		const answer = think(
			messages,
			(tools ?? []).map((tool) => tool.function),
		);
		const message =
			'text' in answer
				? { role: 'assistant', content: answer.text }
				: { role: 'assistant', content: null, tool_calls: [toolCall(answer.tool, answer.arguments)] };
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

function toolCall(name: string, parameters: object = {}): object {
	return { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(parameters) } };
}
