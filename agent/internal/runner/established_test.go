package runner

import (
	"net"
	"testing"
)

func TestConnectionsOfOtherHostsAreNotCountedAsOurs(t *testing.T) {
	listener, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	// The second stands for that of another host: it was not dialled to the address that our tool loads.
	for _, address := range []string{"127.0.0.1", "127.0.0.2"} {
		dialled, err := net.Dial("tcp4", net.JoinHostPort(address, port))
		if err != nil {
			t.Fatal(err)
		}
		defer dialled.Close()
		accepted, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer accepted.Close()
	}
	for othersToo, want := range map[bool]int{false: 2, true: 1} {
		if count, err := establishedTo("http://127.0.0.1:"+port+"/simple", othersToo); err != nil || count != want {
			t.Errorf("with others %t: %d established connections, %v; want %d", othersToo, count, err, want)
		}
	}
}
