package doctor

import "testing"

func TestTheDoctorSaysWhichConfigurationFileItLookedAt(t *testing.T) {
	const path = "/etc/millionrps/agent.json"
	with := func(f ConfigurationFile) Config { return Config{ConfigurationFile: f} }
	try(t, configurationFile,
		checkCase{"not told", tree{}, Config{}, nil},
		checkCase{"of the agent", tree{}, with(ConfigurationFile{Path: "/x.json", Named: true, OfAgent: true, There: true}),
			fine("configuration", "The configuration file /x.json is in effect.")},
		checkCase{"of an agent without one", tree{}, with(ConfigurationFile{Path: path, OfAgent: true}),
			fine("configuration", "The agent was given no configuration file, and there is no "+path+": the host names no targets of its own.")},
		checkCase{"named in a shell", tree{}, with(ConfigurationFile{Path: "/x.json", Named: true, There: true}),
			fine("configuration", "The configuration file /x.json was read, and its targets were looked at.")},
		checkCase{"none in a shell", tree{}, with(ConfigurationFile{Path: path}), fine("configuration",
			"No --config and no MILLIONRPS_HOST_CONFIG was given: there is no "+path+", so no targets of the host's own were looked at. If the agent runs with another file, give that one here, too.")},
		checkCase{"the usual one in a shell", tree{}, with(ConfigurationFile{Path: path, There: true}), fine("configuration",
			"No --config and no MILLIONRPS_HOST_CONFIG was given: "+path+" was read, and its targets were looked at. If the agent runs with another file, give that one here, too.")},
	)
}
