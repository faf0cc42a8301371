// Preloaded into children that do not watch their supervisor themselves: its end of this pipe closes with it, however it ends.
process.stdin.once('close', () => process.exit(0));
process.stdin.on('error', () => {});
process.stdin.resume();
process.stdin.unref();
