// Command config prints docker-compose.yml as `docker compose config --format json` does: with the variables of its own environment.
package main

import (
	"fmt"
	"os"

	composecheck "millionrps/compose-check"
)

func main() {
	project, err := composecheck.Load("../..", os.Environ(), "docker-compose.yml")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	text, err := project.MarshalJSON()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(text)
}
