package process

import "os"

// HelperEnvironment is what this program gives to itself where it starts itself as a helper: how Go's runtime is to work. Any
// other variable may hold a token.
func HelperEnvironment() []string {
	kept := []string{}
	for _, name := range []string{"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "GORACE", "GOTRACEBACK"} {
		if value, set := os.LookupEnv(name); set {
			kept = append(kept, name+"="+value)
		}
	}
	return kept
}
