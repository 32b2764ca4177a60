// Runs inside the gateway and n8n before their own code. File descriptor 3 is a pipe whose other end the launcher
// holds for as long as it lives: when that end is gone while this process still runs, the launcher was killed
// outright, and this process goes with it. Both programs are made to survive that; ending in order is out of the
// question, because n8n tries for ever to write about it to the launcher.
import net from 'node:net';

const LIFELINE = 3;

const lifeline = new net.Socket({ fd: LIFELINE });
lifeline.once('error', () => {
	// A broken pipe closes as well.
});
lifeline.once('close', () => {
	// On Unix with all of its process group, which it leads.
	process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
});
lifeline.resume();
lifeline.unref();
