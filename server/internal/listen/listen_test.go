package listen

import (
	"fmt"
	"net/netip"
	"testing"
)

var anyPort = netip.MustParseAddrPort("127.0.0.1:0")

func wantInUse(t *testing.T, address netip.AddrPort, err error) {
	t.Helper()
	want := fmt.Sprintf("port %d on 127.0.0.1 is already in use", address.Port())
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestAPortHeldForWorkersIsRefusedToEverybodyElse(t *testing.T) {
	hold, err := HoldPort(anyPort)
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Release()

	_, err = HoldPort(hold.Address)
	wantInUse(t, hold.Address, err)
	_, err = Exclusive(hold.Address)
	wantInUse(t, hold.Address, err)

	for range 2 {
		worker, err := Shared(hold.Address)
		if err != nil {
			t.Fatalf("a worker was refused: %v", err)
		}
		defer worker.Close()
	}
	_, err = HoldPort(hold.Address)
	wantInUse(t, hold.Address, err)
}

func TestAPortIsRefusedWhileAnotherListenerWithReusePortHasIt(t *testing.T) {
	other, err := Shared(anyPort)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	_, err = HoldPort(Address(other))
	wantInUse(t, Address(other), err)
}

func TestAReleasedPortCanBeHeldAgain(t *testing.T) {
	first, err := HoldPort(anyPort)
	if err != nil {
		t.Fatal(err)
	}
	first.Release()
	second, err := HoldPort(first.Address)
	if err != nil {
		t.Fatal(err)
	}
	second.Release()
}

func TestAnAddressThatNoInterfaceHasIsNamedInTheError(t *testing.T) {
	// 192.0.2.0/24 is reserved for documentation (RFC 5737).
	_, err := Exclusive(netip.MustParseAddrPort("192.0.2.1:0"))
	want := "no network interface of this machine has the address 192.0.2.1"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}
