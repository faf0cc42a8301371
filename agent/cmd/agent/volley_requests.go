package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"millionrps/agent/internal/requests"
)

// secretFlag is one --secret: where the value of a name is.
type secretFlag struct {
	name, variable string
	descriptor     int // where variable is empty
}

// secretBytesMost bounds all secrets that come through one descriptor.
const secretBytesMost = 1 << 20

func (f *volleyFlags) defineRequests(flags *flag.FlagSet) {
	o := &f.options
	flags.StringVar(&f.file, "requests", "", "`file` of requests in JSON, with methods, headers, bodies, expectations and variables; in place of --request")
	flags.Func("secret", "`NAME=env:VARIABLE` or NAME=fd:3, repeatable: where the value of a secret is that a header takes; a descriptor holds {\"NAME\": \"value\"}", f.addSecret)
	flags.BoolVar(&o.Cookies, "cookies", false, "each connection keeps the cookies that it is given, and sends them back")
	flags.IntVar(&o.Draw, "draw", 0, "`number` of the draw: another one gives other random values from the same seed of --requests")
	flags.Func("client", "`which/all` of several clients this is, from 0/2 on: no counter gives a number that another client's gives", func(text string) error {
		which, all, _ := strings.Cut(text, "/")
		var err error
		if o.Client, err = strconv.Atoi(which); err == nil {
			o.Clients, err = strconv.Atoi(all)
		}
		if err != nil {
			return errors.New("it must be two whole numbers such as 0/2")
		}
		return nil
	})
}

func (f *volleyFlags) addSecret(text string) error {
	name, where, _ := strings.Cut(text, "=")
	kind, rest, _ := strings.Cut(where, ":")
	secret := secretFlag{name: name}
	descriptor, err := strconv.Atoi(rest)
	switch {
	case name != "" && kind == "env" && rest != "":
		secret.variable = rest
	case name != "" && kind == "fd" && err == nil && descriptor > 2:
		secret.descriptor = descriptor
	default:
		return errors.New("it must be NAME=env:VARIABLE or NAME=fd:3; a value itself would show in the list of processes")
	}
	f.secrets = append(f.secrets, secret)
	return nil
}

func (f *volleyFlags) takeFile() error {
	if f.file == "" {
		return nil
	}
	if len(f.options.Requests) > 0 {
		return errors.New("--requests and --request cannot be given together; write them all into the file")
	}
	file, err := requests.Read(f.file)
	f.options.Requests, f.options.Variables, f.options.DrawSeed = file.Requests, file.Variables, file.Seed
	return err
}

// takeSecrets reads every descriptor once.
func (f *volleyFlags) takeSecrets() error {
	f.options.Secrets = map[string]string{}
	read := map[int]map[string]string{}
	for _, secret := range f.secrets {
		value, given := "", false
		if secret.variable != "" {
			value, given = os.LookupEnv(secret.variable)
		} else {
			if read[secret.descriptor] == nil {
				values, err := readSecrets(secret.descriptor)
				if err != nil {
					return err
				}
				read[secret.descriptor] = values
			}
			value, given = read[secret.descriptor][secret.name]
		}
		if !given {
			return fmt.Errorf("--secret %s: there is no such value", secret.name)
		}
		f.options.Secrets[secret.name] = value
	}
	return nil
}

func readSecrets(descriptor int) (map[string]string, error) {
	file := os.NewFile(uintptr(descriptor), "secrets")
	defer file.Close()
	values := map[string]string{}
	// The error of a decoder may show what it read.
	if json.NewDecoder(io.LimitReader(file, secretBytesMost)).Decode(&values) != nil {
		return nil, fmt.Errorf("--secret: the descriptor %d holds no JSON such as {\"NAME\": \"value\"}", descriptor)
	}
	return values, nil
}
