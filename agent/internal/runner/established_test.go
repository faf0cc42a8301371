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

func TestConnectionsAreCountedUntilAllAreOpen(t *testing.T) {
	for name, test := range map[string]struct {
		counts  []int64 // -1: it could not be told
		counted int     // how many of them were asked for
		want    int64   // -1: unknown
		looks   int
	}{
		"all in the middle":              {[]int64{10}, 1, 10, 1},
		"a tool that started late":       {[]int64{0, 0, 4, 10}, 4, 10, 3},
		"the most of those that came":    {[]int64{0, 8, 3, 8, 0}, 5, 8, 2},
		"more than were asked for":       {[]int64{12, 10}, 1, 12, 1},
		"what cannot be counted":         {[]int64{-1, 10}, 1, -1, 1},
		"what cannot be counted anymore": {[]int64{6, -1, 10}, 2, 6, 1},
	} {
		t.Run(name, func(t *testing.T) {
			looks, counted := 0, 0
			i := &invocation{done: &LoadDone{}, look: func() *Placement { looks++; return &Placement{} }}
			i.Share.Connections = 10
			for again := true; again && counted < len(test.counts); counted++ {
				var count *int64
				if test.counts[counted] >= 0 {
					count = &test.counts[counted]
				}
				again = i.watch(count)
			}
			got := int64(-1)
			if i.done.ConnectionsEstablished != nil {
				got = *i.done.ConnectionsEstablished
			}
			if got != test.want || counted != test.counted || looks != test.looks {
				t.Errorf("%d established after %d counts and %d looks; want %d, %d, %d", got, counted, looks, test.want, test.counted, test.looks)
			}
		})
	}
}

func TestNoConnectionIsUnknownWhereAnswersCame(t *testing.T) {
	for _, test := range []struct {
		count, requests int64
		known           bool
	}{{0, 500, false}, {0, 0, true}, {3, 500, true}} {
		done := &LoadDone{ConnectionsEstablished: &test.count}
		done.Result.Requests = test.requests
		done.forgetNone()
		if known := done.ConnectionsEstablished != nil; known != test.known {
			t.Errorf("%d connections and %d requests: known %v", test.count, test.requests, known)
		}
	}
}
