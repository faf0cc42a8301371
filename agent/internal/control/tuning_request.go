package control

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/netip"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/tuning"
)

func applyTuningOf(c contract.Command) (tuning.Request, error) {
	a, err := c.AsApplyTuningCommand()
	if err != nil {
		return tuning.Request{}, err
	}
	return requestOf(a.Tuning, a.TargetCpus, a.Address)
}

// RequestOf says what is asked of a host in the words of the tuner. Empty are the CPUs of a target that may use all, and an address that is not known.
// An error is for an address that is none.
func RequestOf(wanted contract.HostTuning, targetCPUs, address string) (tuning.Request, error) {
	return requestOf(&wanted, said(targetCPUs), said(address))
}

func requestOf(wanted *contract.HostTuning, targetCPUs, address *string) (request tuning.Request, err error) {
	if address != nil {
		if request.Address, err = netip.ParseAddr(*address); err != nil {
			return request, fmt.Errorf("%.80q is no IP address", *address)
		}
	}
	request.TargetCPUs = textOf(targetCPUs)
	if wanted != nil {
		request.Wanted, err = wantedOf(*wanted)
	}
	return request, err
}

// wantedOf converts a setting by JSON: both sides use the same names except for capitals, which the decoder ignores.
// A setting that the tuner lacks is an error, whatever its value.
func wantedOf(h contract.HostTuning) (w tuning.Wanted, err error) {
	text, err := json.Marshal(h)
	if err != nil {
		return w, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return w, decoder.Decode(&w)
}

// textOf answers "" for null.
func textOf[T ~string](text *T) string {
	if text == nil {
		return ""
	}
	return string(*text)
}
