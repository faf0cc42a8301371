// Package systemd has the files with which systemd and polkit run the agent as a service.
package systemd

import _ "embed"

// Unit is the service; it starts what Install puts into /usr/local/lib/millionrps-agent.
//
//go:embed millionrps-agent.service
var Unit string

// Users makes the service's user.
//
//go:embed millionrps-agent.sysusers.conf
var Users string

// Rules let that user stop the services of tuning.
//
//go:embed millionrps-agent.rules
var Rules string
