// Package line says what one line of a stack report looks like: a thread's header, a
// frame, a marker, or something that stands around reports. It sees each line alone,
// and mostly cleaned; it keeps nothing between lines and never fails.
package line
