/** Prints one last line, "N passed, N failed", for readers of the end of a jest run. */
module.exports = class ClosingLineReporter {
	onRunComplete(_contexts, results) {
		const skipped = results.numPendingTests + results.numTodoTests;
		const failedSuites = results.testResults.filter((suite) => suite.testExecError).length;
		const failed = results.numFailedTests + failedSuites;
		const tail = skipped > 0 ? `, ${skipped} skipped` : '';
		process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed${tail}\n`);
	}
};
