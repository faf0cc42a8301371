package commands

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// day is what people mean by --until 7d, also when the clocks are changed in between.
var day = regexp.MustCompile(`^(\d{1,5})d$`)

// later reads a time to come: 7d, 12h, 2027-01-31 (its end), or 2027-01-31T08:00:00Z.
func later(flag, text string, now time.Time) (int64, error) {
	at, err := laterTime(text, now)
	if err != nil {
		return 0, usage(fmt.Errorf("%s %q: give a time such as 7d, 12h or 2027-01-31", flag, text))
	}
	if !at.After(now) {
		return 0, usage(fmt.Errorf("%s %s has passed", flag, text))
	}
	return at.UnixMicro(), nil
}

func laterTime(text string, now time.Time) (time.Time, error) {
	if found := day.FindStringSubmatch(text); found != nil {
		days, err := strconv.Atoi(found[1])
		return now.AddDate(0, 0, days), err
	}
	if at, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		return at.AddDate(0, 0, 1), nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	length, err := time.ParseDuration(text)
	return now.Add(length), err
}

// moment is a time in the zone of whoever reads it.
func moment(us int64) string { return time.UnixMicro(us).Local().Format("2006-01-02 15:04") }

// by is who did something, and when.
func by(name *string, us int64) string {
	if name == nil {
		return "on " + moment(us)
	}
	return fmt.Sprintf("by %s on %s", *name, moment(us))
}
