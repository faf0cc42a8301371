package backends

import (
	"errors"
	"testing"
	"time"

	"millionrps/server/internal/counter"
)

// A drain ends before its time is over, or without the requests that still wait: these get an error and end nothing.
func TestRequestsThatOutlastTheDrainGetAnError(t *testing.T) {
	d := &database{figures: &counter.Pool{}}
	d.writes = startWrites(d, 2, 0, &counter.Writes{})
	answers := make(chan error, 2)
	go func() {
		_, err := d.write(nil, 1)
		answers <- err
	}()
	time.Sleep(20 * time.Millisecond)
	d.writes.stop()
	_, err := d.write(nil, 2)
	if waited := <-answers; !errors.Is(waited, errStopped) || !errors.Is(err, errStopped) {
		t.Errorf("%v, %v", waited, err)
	}
}
