package app

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// An API whose clock is off by a known amount; its Date is in whole seconds, as every server's.
func TestTheClockIsComparedFarFinerThanTheDateOfAnAnswer(t *testing.T) {
	for _, offset := range []time.Duration{0, 730 * time.Millisecond, -90 * time.Second} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(offset).UTC().Format(http.TimeFormat))
		}))
		defer server.Close()
		address, _ := url.Parse(server.URL)
		clock, err := compareClock(t.Context(), address, "")
		if err != nil {
			t.Fatal(err)
		}
		if wrong := (clock.Offset - offset).Abs(); wrong > clock.Uncertainty+time.Millisecond || clock.Uncertainty > 200*time.Millisecond {
			t.Errorf("%v ± %v, it is %v", clock.Offset, clock.Uncertainty, offset)
		}
	}
}

func TestBoundsOfTheClock(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(1_700_000_000_000 + int64(ms)) }
	var bounds dateBounds
	// The API is 300 ms ahead: at 690 here it reads 990 there, at 710 it reads 1010.
	bounds.add(at(690), at(692), at(0))
	bounds.add(at(710), at(712), at(1000))
	clock := bounds.clock()
	if want := 299 * time.Millisecond; clock.Offset != want || clock.Uncertainty != 11*time.Millisecond {
		t.Errorf("%v ± %v, want %v ± 11 ms", clock.Offset, clock.Uncertainty, want)
	}
	// A Date that was kept too long: the bounds cross, and the result says so by its uncertainty.
	bounds.add(at(790), at(792), at(0))
	if clock := bounds.clock(); clock.Uncertainty < 30*time.Millisecond {
		t.Errorf("± %v although the Dates contradict each other", clock.Uncertainty)
	}
}

func TestAnAPIThatDoesNotAnswerIsASentence(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address, _ := url.Parse("http://" + listener.Addr().String())
	listener.Close()
	if _, err := compareClock(t.Context(), address, ""); err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
}
