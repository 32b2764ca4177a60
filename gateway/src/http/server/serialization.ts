import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify';
import plugin from 'fastify-plugin';
import { compileOnce } from './compile-once.ts';

const compile = compileOnce((schema) => fastJsonStringify(schema));

/** Writes answers as Fastify does by itself. */
export const serialization = plugin((app: FastifyInstance) => {
	const compiler: FastifySerializerCompiler<object> = ({ schema }) => compile(schema);
	app.setSerializerCompiler(compiler);
	return Promise.resolve();
});
