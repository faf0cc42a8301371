package sampler

import (
	"encoding/binary"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/installed"
	"millionrps/agent/internal/netlink"
)

// netlinkAttribute is padded to 4 bytes, as the next must be.
func netlinkAttribute(kind uint16, value []byte) []byte {
	text := make([]byte, netlink.Aligned(4+len(value)))
	binary.NativeEndian.PutUint16(text, uint16(4+len(value)))
	binary.NativeEndian.PutUint16(text[2:], kind)
	copy(text[4:], value)
	return text
}

func numbers(values ...uint32) (text []byte) {
	for _, value := range values {
		text = binary.NativeEndian.AppendUint32(text, value)
	}
	return text
}

func qdiscMessage(index, parent uint32, kind string, backlog, drops, requeues, overlimits uint32) []byte {
	queue := netlinkAttribute(statsQueue, numbers(7, backlog, drops, requeues, overlimits))
	basic := netlinkAttribute(1, make([]byte, 16))
	body := numbers(0, index, 0x80010000, parent, 2)
	body = append(body, netlinkAttribute(tcAttributeKind, []byte(kind+"\x00"))...)
	body = append(body, netlinkAttribute(tcAttributeStats|unix.NLA_F_NESTED, append(basic, queue...))...)
	message := numbers(uint32(unix.SizeofNlMsghdr+len(body)), unix.RTM_NEWQDISC|unix.NLM_F_MULTI<<16, 0, 0)
	return append(message, body...)
}

func TestOnlyRootQdiscsAreTaken(t *testing.T) {
	var block []byte
	for _, message := range [][]byte{
		qdiscMessage(1, tcRoot, "noqueue", 0, 0, 0, 0),
		qdiscMessage(2, tcRoot, "mq", 100, 1, 2, 3),
		qdiscMessage(2, 0x80010001, "pfifo_fast", 60, 1, 1, 1),
		qdiscMessage(3, 0xfffffff1, "ingress", 0, 9, 9, 9),
		qdiscMessage(4, tcRoot, "tbf", 5, 0, 0, 0xffffffff),
	} {
		block = append(block, message...)
	}
	found, done, err := parseQdiscs(block, nil)
	want := []qdiscStats{{2, 100, [3]int64{1, 2, 3}}, {4, 5, [3]int64{0, 0, 0xffffffff}}}
	if diff := cmp.Diff(want, found, cmp.AllowUnexported(qdiscStats{})); diff != "" || done || err != nil {
		t.Error(diff, done, err)
	}
	_, done, err = parseQdiscs(numbers(20, unix.NLMSG_DONE, 0, 0, 0), nil)
	if !done || err != nil {
		t.Error(done, err)
	}
}

func TestQdiscsThatAreCutOffAreLeftOut(t *testing.T) {
	whole := qdiscMessage(2, tcRoot, "tbf", 1, 2, 3, 4)
	for length := unix.SizeofNlMsghdr; length < len(whole); length++ {
		cut := append([]byte{}, whole[:length]...)
		binary.NativeEndian.PutUint32(cut, uint32(length))
		if found, _, err := parseQdiscs(cut, nil); err != nil || len(found) > 0 {
			t.Errorf("%d bytes: %+v, %v", length, found, err)
		}
	}
}

// The sampler sees the network namespace that its process is in, so this runs the test anew inside one.
func TestATokenBucketIsSeenToHoldPacketsBack(t *testing.T) {
	if name := os.Getenv(insideNamespace); name != "" {
		watchTokenBucket(t, name)
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("making a network namespace needs root")
	}
	installed.Program(t, "ip")
	name := "mrps-sampler-test"
	commands := [][]string{
		{"ip", "netns", "add", name},
		{"ip", "netns", "exec", name, "ip", "link", "add", "veth0", "numtxqueues", "2", "numrxqueues", "2", "type", "veth", "peer", "name", "veth1"},
		{"ip", "netns", "exec", name, "ip", "addr", "add", "192.0.2.1/24", "dev", "veth0"},
		{"ip", "netns", "exec", name, "ip", "link", "set", "veth0", "up"},
		{"ip", "netns", "exec", name, "ip", "link", "set", "veth1", "up"},
		{"ip", "netns", "exec", name, "ip", "neigh", "add", "192.0.2.2", "lladdr", "02:00:00:00:00:02", "dev", "veth0"},
		{"ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", "veth0", "root", "tbf", "rate", "1mbit", "burst", "2kb", "limit", "4kb"},
	}
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "delete", name).Run() })
	for i, command := range commands {
		if output, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			if i == 0 {
				t.Skipf("no network namespace can be made here: %s", output)
			}
			t.Fatalf("%s: %s", strings.Join(command, " "), output)
		}
	}
	again := exec.Command("ip", "netns", "exec", name, os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), insideNamespace+"=veth0")
	if output, err := again.CombinedOutput(); err != nil || !strings.Contains(string(output), "--- PASS: "+t.Name()) {
		t.Errorf("inside: %v\n%s", err, output)
	}
}

const insideNamespace = "MILLIONRPS_TEST_INSIDE_NAMESPACE"

func watchTokenBucket(t *testing.T, nic string) {
	s, err := Open(Config{Root: "/", NICs: []string{nic, "lo"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	before := boundary(t, s)
	if _, ok := before["nic/lo/qdisc/drops"]; ok {
		t.Error("loopback has no queue, and yet columns of one")
	}
	connection, err := net.Dial("udp", "192.0.2.2:9")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	for range 50 {
		_, _ = connection.Write(make([]byte, 1000))
	}
	elapse(s, 5*time.Second)
	after := sample(t, s)
	for _, column := range []string{"nic/veth0/qdisc/overlimits", "nic/veth0/qdisc/drops"} {
		if after[column] <= before[column] {
			t.Errorf("%s went from %d to %d", column, before[column], after[column])
		}
	}
	if after["nic/veth0/qdisc/backlogBytes"] <= 0 {
		t.Error("nothing waits in front of a bucket that is empty")
	}
}
