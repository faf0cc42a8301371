package doctor

import (
	"slices"
	"strings"
)

// installers are lines that install a package, by the words of os-release(5) for a distribution and those that it is like.
var installers = []struct {
	of   []string
	line string
}{
	{debians, "sudo apt-get install "},
	{[]string{"fedora", "rhel", "centos", "amzn"}, "sudo yum install "}, // dnf is not on all of them
	{[]string{"suse", "opensuse"}, "sudo zypper install "},
	{[]string{"arch"}, "sudo pacman -S "},
	{[]string{"alpine"}, "sudo apk add "},
}

var debians = []string{"debian", "ubuntu"}

// like says that the host's distribution, or one that it is like, is among these: Amazon Linux 2 has ID="amzn" and ID_LIKE="centos rhel fedora".
func (h host) like(distributions []string) bool {
	for line := range strings.Lines(h.Peek("/etc/os-release")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if name != "ID" && name != "ID_LIKE" {
			continue
		}
		for word := range strings.FieldsSeq(strings.Trim(value, `"'`)) {
			if slices.Contains(distributions, word) {
				return true
			}
		}
	}
	return false
}

// install is the line that installs a package; "" on a distribution that is not known.
func (h host) install(name string) string {
	for _, installer := range installers {
		if h.like(installer.of) {
			return installer.line + name
		}
	}
	return ""
}

// installWrk makes wrk where it is not certain that there is a package. The tag is what wrk prints as its version.
func (h host) installWrk() string {
	if h.like(debians) {
		return h.install("wrk")
	}
	return "git clone --depth 1 --branch 4.2.0 https://github.com/wg/wrk && make -C wrk && sudo install wrk/wrk /usr/local/bin  # needs git, gcc, make, perl and unzip"
}
