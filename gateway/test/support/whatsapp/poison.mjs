// Loaded before the program (`node --import`), in tests only: injects faults into the library that decodes messages.
// A message that contains one of these texts triggers its fault.
import { proto } from 'baileys';

const FAULTS = {
	'POISON: the process dies': () => process.kill(process.pid, 'SIGKILL'),
	'POISON: a timer throws': () => setTimeout(() => fail('from a timer')),
	'POISON: a promise rejects': () => void Promise.reject(new Error('A fault from a promise.')),
	'POISON: the next tick throws': () => process.nextTick(() => fail('from the next tick')),
};

function fail(where) {
	throw new Error(`A fault ${where}.`);
}

const { decode } = proto.Message;
proto.Message.decode = (source, ...rest) => {
	const text = Buffer.from(wholeMessage(source)).toString('latin1');
	for (const [name, fault] of Object.entries(FAULTS)) if (text.includes(name)) fault();
	return decode(source, ...rest);
};

/** The bytes of a message; none of one inside another, as in the history, which is decoded from the middle of a reader. */
function wholeMessage(source) {
	if (source instanceof Uint8Array) return source;
	return source.pos === 0 ? source.buf : [];
}

// An error that belongs to no connection.
process.on('SIGUSR2', () => fail('of no connection'));
