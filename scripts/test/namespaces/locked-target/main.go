// Locked-target is a server whose requests wait for each other: every one of them sleeps under the same lock.
package main

import (
	"flag"
	"log"
	"net/http"
	_ "net/http/pprof"
	"runtime"
	"sync"
	"time"
)

// held is how long a request keeps the lock. Asleep it costs no CPU time, so that nothing but the lock can be full.
const held = time.Millisecond

type ledger struct {
	lock    sync.Mutex
	entries int
}

// writeEntry is what a profile of locks has to name.
func (l *ledger) writeEntry() int {
	l.lock.Lock()
	defer l.lock.Unlock()
	time.Sleep(held)
	l.entries++
	return l.entries
}

func main() {
	address := flag.String("listen", "127.0.0.1:9000", "host and port")
	flag.Parse()
	runtime.SetMutexProfileFraction(1)
	runtime.SetBlockProfileRate(1)
	var shared ledger
	http.HandleFunc("/write", func(w http.ResponseWriter, _ *http.Request) {
		shared.writeEntry()
		_, _ = w.Write([]byte("written\n"))
	})
	http.HandleFunc("/health", func(http.ResponseWriter, *http.Request) {})
	log.Fatal(http.ListenAndServe(*address, nil))
}
