// Command empty does nothing: what the start of a Go process costs.
package main

func main() {}
