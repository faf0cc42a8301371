package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"millionrps/agent/internal/app"
)

func installCommand(arguments []string) error {
	o := app.InstallOptions{Out: os.Stdout}
	o.Name, _ = os.Hostname()
	flags := newFlags("install")
	flags.StringVar(&o.From, "from", "", "`folder` with the programs agent and server")
	flags.StringVar(&o.URL, "url", "", "`URL` of the millionrps instance")
	flags.StringVar(&o.Name, "name", o.Name, "`name` under which this host joins")
	addFingerprintFlag(flags, &o.Fingerprint)
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if _, err := parseAPI(o.URL); err != nil {
		return app.UsageError{Err: err}
	}
	if o.From == "" {
		return app.UsageError{Err: errors.New("--from is missing: the folder with the programs agent and server")}
	}
	if o.Name = strings.TrimSpace(o.Name); o.Name == "" || utf8.RuneCountInString(o.Name) > nameMost {
		return app.UsageError{Err: errors.New(nameWanted)}
	}
	// On stdin no list of processes shows it.
	token, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if o.JoinToken = strings.TrimSpace(token); o.JoinToken == "" {
		return app.UsageError{Err: fmt.Errorf("the join token is missing on stdin: %w", err)}
	}
	return app.Install(o)
}

func uninstallCommand(arguments []string) error {
	if err := parse(newFlags("uninstall"), arguments); err != nil {
		return err
	}
	return app.Uninstall()
}

func keepCommand(arguments []string) error {
	var data string
	flags := newFlags("keep")
	flags.StringVar(&data, "data", "", "data `folder` of an agent that was installed")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if !filepath.IsAbs(data) {
		return app.UsageError{Err: errors.New("--data is missing: the absolute path of the data folder")}
	}
	status, err := app.Keep(data)
	if err != nil || status == 0 {
		return err
	}
	os.Exit(status)
	return nil
}
