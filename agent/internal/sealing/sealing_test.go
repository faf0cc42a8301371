package sealing

import (
	"strings"
	"testing"
)

func TestOnlyTheKeyOpensWhatWasSealedForIt(t *testing.T) {
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := Seal(key.Public(), []byte("the password"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Seal(key.Public(), []byte("the password"))
	if err != nil || again == sealed {
		t.Errorf("two boxes of one secret are alike (%v)", err)
	}
	if secret, err := key.Open(sealed); err != nil || string(secret) != "the password" {
		t.Errorf("opened %q: %v", secret, err)
	}
	if secret, err := other.Open(sealed); err == nil || secret != nil {
		t.Errorf("another key opened %q", secret)
	}
	for _, damaged := range []string{"", "no base64!", sealed[:len(sealed)-8], "AAAA" + sealed[4:]} {
		if secret, err := key.Open(damaged); err == nil {
			t.Errorf("%.20q was opened as %q", damaged, secret)
		}
	}
}

func TestWhatIsNoKeyIsRefused(t *testing.T) {
	for _, public := range []string{"", "AAAA", strings.Repeat("?", 44)} {
		if _, err := Seal(public, []byte("x")); err == nil {
			t.Errorf("sealed for %q", public)
		}
	}
}
