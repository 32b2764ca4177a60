// Preloaded into the gateway and n8n. File descriptor 3 is a pipe to the launcher. When the pipe closes while this
// process still runs, the launcher was killed, and this process kills itself too. Both programs recover from a crash;
// an orderly shutdown is impossible, because n8n would retry for ever to write its log to the launcher.
import net from 'node:net';

const PARENT_PIPE = 3;

const pipe = new net.Socket({ fd: PARENT_PIPE });
pipe.once('error', () => {
	// A broken pipe closes as well.
});
pipe.once('close', () => {
	// On Unix, kills its whole process group.
	process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
});
pipe.resume();
pipe.unref();
