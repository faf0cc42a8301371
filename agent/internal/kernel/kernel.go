// Package kernel reads the kernel's files: one parser for each, in a file of its name, that takes bytes and does no I/O.
//
// FS finds them below a root, "/" or a folder with a captured /proc and /sys, and is for whoever asks now and then. The sampler, which asks
// all the time, holds files open and hands their text to the same parsers, into values that it reuses. The parsers it needs do not
// allocate. The caller decides what a figure means for a host or a run; nothing of the agent comes in. Errors name the file, and the line
// that is malformed.
package kernel
