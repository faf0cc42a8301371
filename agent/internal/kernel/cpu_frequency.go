package kernel

import (
	"bytes"
	"fmt"
	"math"
)

// ParseKilohertz reads cpufreq/scaling_cur_freq and its neighbours (show_scaling_cur_freq, drivers/cpufreq/cpufreq.c).
func ParseKilohertz(text []byte) (hertz int64, err error) {
	kilohertz, ok := Decimal(bytes.TrimSuffix(text, []byte("\n")))
	if !ok || kilohertz > math.MaxInt32 {
		return 0, fmt.Errorf("%q is not a frequency in kHz", text)
	}
	return kilohertz * 1000, nil
}
