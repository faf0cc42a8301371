package runner

// Setting is one thing of the host that a run may change. The journal of the host is to hold what it was before; Restore puts that
// back, reads it back, and answers how the two differ, or nothing.
type Setting interface {
	Restore() (mismatch string, err error)
}

// restoreSettings goes backwards: what was changed last is put back first. One that fails does not keep the others from being put back.
func restoreSettings(settings []Setting) RestoreResult {
	result := RestoreResult{Mismatches: []string{}}
	for i := len(settings) - 1; i >= 0; i-- {
		mismatch, err := settings[i].Restore()
		switch {
		case err != nil:
			result.Mismatches = append(result.Mismatches, err.Error())
		case mismatch != "":
			result.Mismatches = append(result.Mismatches, mismatch)
		}
	}
	result.Matches = len(result.Mismatches) == 0
	return result
}
